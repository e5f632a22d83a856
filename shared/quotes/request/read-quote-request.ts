import * as v from 'valibot';
import { type OwnAccessorial, offeredNames } from '../../costs/accessorials/own-tariff.ts';
import { readRequirement } from '../../costs/accessorials/requirement-names.ts';
import { EQUIPMENT_TYPES, type EquipmentType, MAX_WEIGHT_LBS } from '../../costs/equipment/equipment-type.ts';
import { equipmentField } from '../../costs/equipment/read-equipment-type.ts';
import { MAX_CUSTOMER_LENGTH } from '../../customers/customer-names.ts';
import { MAX_PLACE_TEXT_LENGTH } from '../../geography/places/read-place-text.ts';
import { decimal, isLeftOut, listOf, optionalField } from '../../platform/http/body-fields.ts';
import { type FieldError, showName } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import {
  dayField,
  isRequestObject,
  readFields,
  rejectUnknownFields,
} from '../../platform/http/request-fields.ts';
import {
  boundedText,
  callerText,
  NO_CONTROL,
  requiredText,
  textFault,
} from '../../platform/text/bounded-text.ts';
import { type ManualPrice, manualPrice, PRICING_TYPES, type PricingType } from '../record/manual-price.ts';
import { MAX_REFERENCE_LENGTH } from '../record/stored-quote.ts';
import type { Quantities } from '../strategy/pricing-strategy.ts';
import { BODY_NOT_AN_OBJECT } from './quote-rejections.ts';

export interface QuoteFields {
  /** As the caller wrote it; not blank. */
  readonly origin: string;
  readonly destination: string;
  readonly stops: readonly string[];
  readonly equipment: EquipmentType;
  /** YYYY-MM-DD. */
  readonly pickupDay: string;
  /** Tariff names that are allowed with the equipment, each once. */
  readonly requirements: readonly string[];
  /** Of the requirements with a quantity of their own. */
  readonly quantities: Quantities;
  /** "" when there is none. */
  readonly customerReference: string;
  /** Name of the customer; "" when there is none. */
  readonly customer: string;
  readonly pricingType: PricingType;
  /** Loads a week, with at most 2 decimals; null when it is not known. */
  readonly weeklyVolume: number | null;
  /** Pounds of cargo; null when it is not known. */
  readonly weightLbs: number | null;
  /** What is moved; "" when it is not known. */
  readonly commodity: string;
  /** The price that a person sets; null when the strategy or a contract rate prices the quote. */
  readonly price: ManualPrice | null;
}

/** A request as parsed: invalid fields are undefined, and `errors` has an entry for each. */
export interface QuoteDraft {
  readonly fields: { readonly [Name in keyof QuoteFields]: QuoteFields[Name] | undefined };
  readonly errors: readonly FieldError[];
  /** Members of the body that are no fields of a quote. */
  readonly unknown: readonly string[];
  /** The names of `special_requirements`, if the base tariff lacks one: the organization's own tariff may have it. */
  readonly requested?: readonly unknown[];
}

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

const requirementName = v.pipe(v.string(), v.maxLength(MAX_REQUIREMENT_LENGTH));
/** An element of `special_requirements`. */
export const requirement = v.union([
  requirementName,
  v.strictObject({ name: requirementName, quantity: quantityField }),
]);

/** Whether an error is of the names of requirements. */
export const isOfRequirements = ({ field }: FieldError): boolean => field.startsWith(REQUIREMENTS);

/** Whether the organization's own tariff may have the names that the base tariff lacks: no tariff has unreadable names. */
const mayBeOwnNames = (given: readonly unknown[]): boolean =>
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
 * @param quantities gets the quantities of elements `{ name, quantity }`.
 */
export function readRequirements(
  given: unknown,
  equipment: EquipmentType | undefined,
  errors: FieldError[],
  own: readonly OwnAccessorial[] = [],
  quantities = new Map<string, number>(),
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
    const isNamed = isRequestObject(element);
    const item = isNamed ? element.name : element;
    if (typeof item !== 'string') {
      errors.push({ field: path, message: 'must be a name, or an object with name and quantity' });
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

/** A text of at most `longest` UTF-16 units. */
const bounded = (longest: number) =>
  boundedText(longest, requiredText, (reason) => (reason === 'control' ? NO_CONTROL : tooLong(longest)));
const tooLong = (longest: number) => `must have at most ${longest} characters`;
const filled = v.check<string, string>((text) => text.trim() !== '', 'must not be empty');

const wellFormed = v.check<string, string>((text) => text.isWellFormed(), 'must be well-formed Unicode');

const place = v.pipe(bounded(MAX_PLACE_TEXT_LENGTH), filled, wellFormed);

export const MAX_STOPS = 5;

const stops = v.pipe(
  optionalField(listOf(place, 0, 'places', MAX_STOPS)),
  v.transform((places): readonly string[] => places ?? []),
);

const customerReference = v.pipe(
  optionalField(callerText(MAX_REFERENCE_LENGTH)),
  v.transform((reference) => reference ?? ''),
);

const customer = v.pipe(
  optionalField(callerText(MAX_CUSTOMER_LENGTH)),
  v.transform((name) => name?.trim() ?? ''),
);

const pricingType = v.pipe(
  optionalField(v.picklist(PRICING_TYPES, `must be one of ${PRICING_TYPES.join(', ')}`)),
  v.transform((type): PricingType => type ?? 'auto'),
);

export const MAX_WEEKLY_VOLUME = 10_000;

export const volumeWith = (decimals: number) => {
  const message = `must be a number above 0, at most ${MAX_WEEKLY_VOLUME}, with at most ${decimals} decimals`;
  return v.pipe(
    v.number(message),
    v.gtValue(0, message),
    v.maxValue(MAX_WEEKLY_VOLUME, message),
    v.check((volume) => Number(volume.toFixed(decimals)) === volume, message),
  );
};

export const weeklyVolume = volumeWith(2);

export const weightLbs = decimal(1, MAX_WEIGHT_LBS, 0);

export const MAX_COMMODITY_LENGTH = 200;

/** Fields of the body (interface specification, 2.1), except `special_requirements`. */
export const quoteFields = v.object({
  origin: place,
  destination: place,
  stops,
  equipment_type: equipmentField,
  pickup_date: dayField,
  customer_reference: customerReference,
  customer,
  pricing_type: pricingType,
  weekly_volume: v.pipe(
    optionalField(weeklyVolume),
    v.transform((volume) => volume ?? null),
  ),
  weight_lbs: v.pipe(
    optionalField(weightLbs),
    v.transform((weight) => weight ?? null),
  ),
  commodity: v.pipe(
    optionalField(callerText(MAX_COMMODITY_LENGTH)),
    v.transform((text) => text?.trim() ?? ''),
  ),
  price: manualPrice,
});
const { entries } = quoteFields;
const KNOWN = new Set([...Object.keys(entries), 'special_requirements']);

/**
 * Reads a request body (interface specification, 2.1). Rejects other values than objects; `errors` lists invalid fields.
 * Names that the base tariff lacks are errors until `nameRequirements`.
 */
export function readQuoteRequest(body: unknown): Outcome<QuoteDraft> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return reject(BODY_NOT_AN_OBJECT);
  const given: Readonly<Record<string, unknown>> = { ...body };
  const errors: FieldError[] = [];
  const { origin, destination, stops, equipment_type, pickup_date, ...others } = entries;
  const move = readFields(given, { origin, destination, stops, equipment_type, pickup_date }, errors);
  const quantities = new Map<string, number>();
  const { equipment_type: equipment, pickup_date: pickupDay } = move;
  const requirements = readRequirements(given.special_requirements, equipment, errors, [], quantities);
  // An array, if it could be read.
  const names = requirements && (given.special_requirements as readonly unknown[] | undefined);
  const mayBeOwn = names !== undefined && errors.some(isOfRequirements) && mayBeOwnNames(names);
  const rest = readFields(given, others, errors);
  return succeed({
    fields: {
      ...{ origin: move.origin, destination: move.destination, stops: move.stops, equipment, pickupDay },
      ...{ requirements, quantities: Object.fromEntries(quantities), customer: rest.customer },
      ...{ customerReference: rest.customer_reference, pricingType: rest.pricing_type },
      ...{ weeklyVolume: rest.weekly_volume, weightLbs: rest.weight_lbs },
      ...{ commodity: rest.commodity, price: rest.price },
    },
    errors,
    unknown: Object.keys(given)
      .filter((name) => !KNOWN.has(name))
      .map(showName),
    ...(mayBeOwn && { requested: names }),
  });
}
