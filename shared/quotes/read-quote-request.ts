import * as v from 'valibot';
import { readRequirement, requirementNamesFor } from '../costs/accessorials/requirement-names.ts';
import { EQUIPMENT_TYPES, type EquipmentType } from '../costs/equipment/equipment-type.ts';
import { readEquipmentType } from '../costs/equipment/read-equipment-type.ts';
import { MAX_PLACE_TEXT_LENGTH } from '../geography/places/read-place-text.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { isLeftOut, optionalField } from '../platform/http/optional-field.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { boundedText, NO_CONTROL, textFault } from '../platform/text/bounded-text.ts';
import { readDay } from '../platform/time/utc-day.ts';
import { BODY_NOT_AN_OBJECT } from './pricing/quote-rejections.ts';
import type { QuoteDraft } from './pricing/quote-request.ts';

/** More than the number of tariff names, so that duplicates are allowed. */
export const MAX_REQUIREMENTS = 50;
export const MAX_REQUIREMENT_LENGTH = 60;
export const MAX_REFERENCE_LENGTH = 255;
/** Longer than every accepted spelling of an equipment type and of a date. */
const MAX_CODE_LENGTH = 100;

const required = 'is required';
const ofType: v.ErrorMessage<v.StringIssue> = ({ input }) =>
  input === undefined ? required : 'must be a string';
/** A text of at most `longest` characters, or `units` UTF-16 units if a character can have two. */
const bounded = (longest: number, units = longest) =>
  boundedText(units, ofType, (reason) => (reason === 'control' ? NO_CONTROL : tooLong(longest)));
const tooLong = (longest: number) => `must have at most ${longest} characters`;
const filled = v.check<string, string>((text) => text.trim() !== '', 'must not be empty');

const place = v.pipe(bounded(MAX_PLACE_TEXT_LENGTH), filled);

const equipmentMessage = `must be one of ${EQUIPMENT_TYPES.join(', ')}`;
const equipmentType = v.pipe(
  boundedText(MAX_CODE_LENGTH, ofType, () => equipmentMessage),
  v.rawTransform<string, EquipmentType>(({ dataset, addIssue, NEVER }) => {
    const equipment = readEquipmentType(dataset.value);
    if (equipment !== undefined) return equipment;
    addIssue({ message: equipmentMessage });
    return NEVER;
  }),
);

const pickupMessage = 'must be a calendar date in the format YYYY-MM-DD';
const pickupDate = v.pipe(
  boundedText(MAX_CODE_LENGTH, ofType, () => pickupMessage),
  v.check((text) => readDay(text) !== undefined, pickupMessage),
);

const customerReference = v.pipe(
  optionalField(
    v.pipe(
      bounded(MAX_REFERENCE_LENGTH, 2 * MAX_REFERENCE_LENGTH),
      v.check((text) => [...text].length <= MAX_REFERENCE_LENGTH, tooLong(MAX_REFERENCE_LENGTH)),
      v.check((text) => text.isWellFormed(), 'must be well-formed Unicode'),
    ),
  ),
  v.transform((reference) => reference ?? ''),
);

/** Fields of the body (interface specification, 2.1), except `special_requirements`. */
export const quoteFields = v.object({
  origin: place,
  destination: place,
  equipment_type: equipmentType,
  pickup_date: pickupDate,
  customer_reference: customerReference,
});
const { entries } = quoteFields;

/** Reads a request body (interface specification, 2.1). Rejects other values than objects; `errors` lists invalid fields. */
export function readQuoteRequest(body: unknown): Outcome<QuoteDraft> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return reject(BODY_NOT_AN_OBJECT);
  const given: Readonly<Record<string, unknown>> = { ...body };
  const errors: FieldError[] = [];
  const read = <Output>(field: string, schema: v.GenericSchema<unknown, Output>): Output | undefined => {
    const parsed = v.safeParse(schema, given[field], { abortPipeEarly: true });
    if (parsed.success) return parsed.output;
    errors.push({ field, message: parsed.issues[0].message });
    return undefined;
  };
  const origin = read('origin', entries.origin);
  const destination = read('destination', entries.destination);
  const equipment = read('equipment_type', entries.equipment_type);
  const pickupDay = read('pickup_date', entries.pickup_date);
  const requirements = readRequirements(given.special_requirements, equipment, errors);
  const reference = read('customer_reference', entries.customer_reference);
  return succeed({
    fields: { origin, destination, equipment, pickupDay, requirements, customerReference: reference },
    errors,
  });
}

/** The requirement names, each once, in the order of the request; adds errors to `errors`. */
export function readRequirements(
  given: unknown,
  equipment: EquipmentType | undefined,
  errors: FieldError[],
): readonly string[] | undefined {
  const field = 'special_requirements';
  if (isLeftOut(given)) return [];
  if (!Array.isArray(given)) {
    errors.push({ field, message: 'must be an array of names' });
    return undefined;
  }
  if (given.length > MAX_REQUIREMENTS) {
    errors.push({ field, message: `must have at most ${MAX_REQUIREMENTS} names` });
    return undefined;
  }
  const names = new Set<string>();
  const unknown = new Set<string>();
  for (const [index, item] of (given as readonly unknown[]).entries()) {
    if (typeof item !== 'string') {
      errors.push({ field: `${field}[${index}]`, message: 'must be a string' });
      continue;
    }
    const isReadable = textFault(item, MAX_REQUIREMENT_LENGTH) === undefined;
    const name = isReadable ? readRequirement(item, equipment) : undefined;
    if (name === undefined) unknown.add(item.slice(0, MAX_REQUIREMENT_LENGTH).toWellFormed());
    else names.add(name);
  }
  if (unknown.size > 0) errors.push({ field, message: notAllowed([...unknown], equipment) });
  return [...names];
}

function notAllowed(unknown: readonly string[], equipment: EquipmentType | undefined): string {
  const names = unknown.map((name) => JSON.stringify(name)).join(', ');
  const where = equipment === undefined ? '' : ` with ${equipment}`;
  return `must not have ${names}; allowed${where} are ${requirementNamesFor(equipment).join(', ')}`;
}
