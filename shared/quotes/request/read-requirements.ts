import * as v from 'valibot';
import { type OwnAccessorial, offeredNames } from '../../costs/accessorials/own-tariff.ts';
import { readRequirement } from '../../costs/accessorials/requirement-names.ts';
import { EQUIPMENT_TYPES, type EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { isLeftOut } from '../../platform/http/body-fields.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';
import { textFault } from '../../platform/text/bounded-text.ts';
import type { QuoteDraft } from './quote-request.ts';

/** More than the number of tariff names, so that duplicates are allowed. */
export const MAX_REQUIREMENTS = 50;
export const MAX_REQUIREMENT_LENGTH = 60;
const REQUIREMENTS = 'special_requirements';

/** Units of an accessorial that a request wants instead of the usual ones: days, hours, stops. */
const QUANTITY = 'must be a number above 0, at most 999, with at most 2 decimals';
export const quantityField = v.pipe(
  v.number(QUANTITY),
  v.gtValue(0, QUANTITY),
  v.maxValue(999, QUANTITY),
  v.check((quantity) => Number(quantity.toFixed(2)) === quantity, QUANTITY),
);

/** Whether an error is of the names of requirements. */
export const isOfRequirements = ({ field }: FieldError): boolean => field.startsWith(REQUIREMENTS);

/** Whether the organization's own tariff may have the names that the base tariff lacks: no tariff has unreadable names. */
export const mayBeOwnNames = (given: readonly unknown[]): boolean =>
  given.every((item) => {
    const name = isRequestObject(item) ? item.name : item;
    return typeof name !== 'string' || isReadable(name);
  });

/** A draft without the errors of names that the organization's own tariff may have. */
export const withoutUnknownNames = (draft: QuoteDraft): QuoteDraft =>
  draft.requested === undefined
    ? draft
    : { ...draft, errors: draft.errors.filter((error) => !isOfRequirements(error)) };

/** A draft with the names of the organization's own tariff. @param own entries for the day of pickup. */
export function nameRequirements(
  { requested, ...draft }: QuoteDraft,
  own: readonly OwnAccessorial[],
): QuoteDraft {
  if (requested === undefined) return draft;
  const named: FieldError[] = [];
  const quantities = new Map<string, number>();
  const requirements = readRequirements(requested, draft.fields.equipment, named, own, quantities);
  const place = draft.errors.findIndex(isOfRequirements);
  const errors = draft.errors.filter((error) => !isOfRequirements(error)).toSpliced(place, 0, ...named);
  const fields = { ...draft.fields, requirements, quantities: Object.fromEntries(quantities) };
  return { ...draft, fields, errors };
}

/**
 * The requirement names, each once, in the order of the request; adds errors to `errors`.
 * @param own entries of the organization's own tariff for the day of pickup.
 * @param quantities gets the quantities of elements `{ name, quantity }`; without it, elements are names.
 */
export function readRequirements(
  given: unknown,
  equipment: EquipmentType | undefined,
  errors: FieldError[],
  own: readonly OwnAccessorial[] = [],
  quantities?: Map<string, number>,
): readonly string[] | undefined {
  const field = REQUIREMENTS;
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
  for (const [index, element] of (given as readonly unknown[]).entries()) {
    const path = `${field}[${index}]`;
    const isNamed = quantities !== undefined && isRequestObject(element);
    const item = isNamed ? element.name : element;
    if (typeof item !== 'string') {
      const expected = quantities === undefined ? 'a string' : 'a name, or an object with name and quantity';
      errors.push({ field: path, message: `must be ${expected}` });
      continue;
    }
    const name = isReadable(item) ? readRequirement(item, equipment, own) : undefined;
    if (name === undefined) unknown.add(item.slice(0, MAX_REQUIREMENT_LENGTH).toWellFormed());
    else names.add(name);
    if (!isNamed) continue;
    rejectUnknownFields(element, { name: true, quantity: true }, `${path}.`, errors);
    const quantity = v.safeParse(quantityField, element.quantity, { abortPipeEarly: true });
    const known = name === undefined ? undefined : quantities.get(name);
    if (!quantity.success) errors.push({ field: `${path}.quantity`, message: quantity.issues[0].message });
    else if (known !== undefined && known !== quantity.output)
      errors.push({ field: path, message: `must not give ${item} a second quantity` });
    else if (name !== undefined) quantities.set(name, quantity.output);
  }
  if (unknown.size > 0) errors.push({ field, message: notAllowed([...unknown], equipment, own) });
  return [...names];
}

const isReadable = (name: string): boolean => textFault(name, MAX_REQUIREMENT_LENGTH) === undefined;

function notAllowed(
  unknown: readonly string[],
  equipment: EquipmentType | undefined,
  own: readonly OwnAccessorial[],
): string {
  const names = unknown.map((name) => JSON.stringify(name)).join(', ');
  const where = equipment === undefined ? '' : ` with ${equipment}`;
  const offered = offeredNames(equipment === undefined ? EQUIPMENT_TYPES : [equipment], own);
  return `must not have ${names}; allowed${where} are ${offered.join(', ')}`;
}
