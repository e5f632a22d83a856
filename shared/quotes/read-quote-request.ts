import * as v from 'valibot';
import { MAX_WEIGHT_LBS } from '../costs/equipment/equipment-type.ts';
import { equipmentField } from '../costs/equipment/read-equipment-type.ts';
import { MAX_CUSTOMER_LENGTH } from '../customers/customer-names.ts';
import { MAX_PLACE_TEXT_LENGTH } from '../geography/places/read-place-text.ts';
import { decimal, listOf, optionalField } from '../platform/http/body-fields.ts';
import { type FieldError, fieldErrors, showName } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { boundedText, callerText, NO_CONTROL, requiredText } from '../platform/text/bounded-text.ts';
import { dayField } from '../platform/time/day-field.ts';
import { manualPrice, PRICING_TYPES, type PricingType } from './record/manual-price.ts';
import { MAX_REFERENCE_LENGTH } from './record/stored-quote.ts';
import { BODY_NOT_AN_OBJECT } from './request/quote-rejections.ts';
import type { QuoteDraft } from './request/quote-request.ts';
import { isOfRequirements, mayBeOwnNames, readRequirements } from './request/read-requirements.ts';

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
  const read = <Output>(field: string, schema: v.GenericSchema<unknown, Output>): Output | undefined => {
    const parsed = v.safeParse(schema, given[field], { abortPipeEarly: true });
    if (parsed.success) return parsed.output;
    const [{ field: path, message } = { field: '', message: '' }] = fieldErrors(parsed.issues, '');
    errors.push({
      field: path === '' || path.startsWith('[') ? `${field}${path}` : `${field}.${path}`,
      message,
    });
    return undefined;
  };
  const places = {
    origin: read('origin', entries.origin),
    destination: read('destination', entries.destination),
    stops: read('stops', entries.stops),
  };
  const equipment = read('equipment_type', entries.equipment_type);
  const pickupDay = read('pickup_date', entries.pickup_date);
  const quantities = new Map<string, number>();
  const requirements = readRequirements(given.special_requirements, equipment, errors, [], quantities);
  // An array, if it could be read.
  const names = requirements && (given.special_requirements as readonly unknown[] | undefined);
  const mayBeOwn = names !== undefined && errors.some(isOfRequirements) && mayBeOwnNames(names);
  return succeed({
    fields: {
      ...places,
      equipment,
      pickupDay,
      requirements,
      quantities: Object.fromEntries(quantities),
      customerReference: read('customer_reference', entries.customer_reference),
      customer: read('customer', entries.customer),
      pricingType: read('pricing_type', entries.pricing_type),
      weeklyVolume: read('weekly_volume', entries.weekly_volume),
      weightLbs: read('weight_lbs', entries.weight_lbs),
      commodity: read('commodity', entries.commodity),
      price: read('price', entries.price),
    },
    errors,
    unknown: Object.keys(given)
      .filter((name) => !KNOWN.has(name))
      .map(showName),
    ...(mayBeOwn && { requested: names }),
  });
}
