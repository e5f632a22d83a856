import * as v from 'valibot';
import { chargeOverrides, toCharges } from '../../costs/accessorials/charge-overrides.ts';
import { equipmentField } from '../../costs/equipment/read-equipment-type.ts';
import { MAX_CUSTOMER_LENGTH } from '../../customers/customer-names.ts';
import { MAX_PLACE_TEXT_LENGTH } from '../../geography/places/read-place-text.ts';
import { decimal, listOf, objectOf, optionalField } from '../../platform/http/body-fields.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { dayField, isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';
import { callerText } from '../../platform/text/bounded-text.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import { AMOUNTS, type ContractTerms, RATE_TYPES, type RateType } from '../rate/contract-rate.ts';
import { resolveContractGeography } from '../rate/resolve-contract-geography.ts';
import { fuelField, unknownFuelFields } from './fuel-field.ts';

export const MAX_EXTERNAL_ID_LENGTH = 100;

const place = v.pipe(
  callerText(MAX_PLACE_TEXT_LENGTH),
  v.check((text) => text.trim() !== '', 'must not be empty'),
);
const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of ${options.join(', ')}`);
/** In the widest bounds of all types; `AMOUNTS` has those of each type. */
const amount = decimal(0.0001, 100_000, 4);

/** Fields of a contract rate as callers send it: USD, USD per mile, or percent. */
export const rateFields = {
  customer: v.exactOptional(optionalField(callerText(MAX_CUSTOMER_LENGTH))),
  origin: place,
  destination: place,
  equipment_type: equipmentField,
  rate_type: oneOf(RATE_TYPES),
  amount,
  minimum: v.exactOptional(optionalField(decimal(0.01, 100_000, 2))),
  fuel: fuelField,
  accessorial_overrides: v.exactOptional(optionalField(chargeOverrides)),
  effective_from: dayField,
  effective_to: v.exactOptional(optionalField(dayField)),
  tiers: v.exactOptional(
    optionalField(
      listOf(
        objectOf(
          { from_volume: decimal(1, 10_000, 0), amount },
          'must be an object with from_volume and amount',
        ),
        0,
        'tiers',
      ),
    ),
  ),
  external_id: v.exactOptional(optionalField(callerText(MAX_EXTERNAL_ID_LENGTH))),
};
const rateSchema = objectOf(rateFields, 'must be an object with the fields of a contract rate');
type RateFields = v.InferOutput<typeof rateSchema>;

export type RateReading =
  | { readonly ok: true; readonly terms: ContractTerms; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Reads a contract rate, and resolves its origin and destination.
 * @param path of the rate in the body: "rates[3]"; "" if the body is the rate.
 * @param more known fields in addition to those of a rate.
 */
export function readContractRate(
  given: unknown,
  path: string,
  sources: PlaceSources,
  more: object = {},
): RateReading {
  const parsed = v.safeParse(rateSchema, given);
  const errors: FieldError[] = [];
  if (isRequestObject(given)) {
    rejectUnknownFields(given, { ...rateFields, ...more }, '', errors);
    errors.push(...unknownFuelFields(given.fuel));
  }
  if (!parsed.success) errors.push(...fieldErrors(parsed.issues, ''));
  if (isRequestObject(parsed.output)) {
    // Also of a rate with other errors: one response names all of them.
    errors.push(
      ...contradictions(parsed.output, new Set(parsed.issues?.map(({ path: at }) => at?.[0]?.key))),
    );
  }
  const warnings: string[] = [];
  const geography = (field: 'origin' | 'destination') => {
    const text = v.safeParse(place, isRequestObject(given) ? given[field] : undefined);
    if (!text.success) return undefined;
    const resolved = resolveContractGeography(sources, text.output);
    if ('geography' in resolved) {
      warnings.push(...resolved.warnings);
      return resolved.geography;
    }
    errors.push({ field, message: resolved.fault });
    return undefined;
  };
  const [origin, destination] = [geography('origin'), geography('destination')];
  if (!parsed.success || errors.length > 0 || !origin || !destination) {
    return {
      ok: false,
      errors: errors.map(({ field, message }) => ({ field: within(path, field), message })),
    };
  }
  return { ok: true, terms: { ...termsOf(parsed.output), origin, destination }, warnings };
}

const within = (path: string, field: string): string =>
  [path, field].filter((part) => part !== '').join('.') || 'body';

/** Errors between fields that are valid by themselves. @param faulty names of the fields that are not. */
function contradictions(given: object, faulty: ReadonlySet<unknown>): readonly FieldError[] {
  const valid = Object.entries(given).filter(([field]) => !faulty.has(field));
  const {
    rate_type: type,
    amount,
    tiers = [],
    effective_from: from,
    effective_to: to,
  } = Object.fromEntries(valid) as Partial<RateFields>;
  const fault = type === undefined ? () => [] : amountFault(type);
  return [
    ...(amount === undefined ? [] : fault(amount, 'amount')),
    ...tiers.flatMap((tier, at) => fault(tier.amount, `tiers[${at}].amount`)),
    ...tiers.flatMap(({ from_volume: volume }, at) =>
      volume > (tiers[at - 1]?.from_volume ?? 0)
        ? []
        : [{ field: `tiers[${at}].from_volume`, message: 'must be greater than in the previous tier' }],
    ),
    ...(from !== undefined && to !== undefined && to < from
      ? [{ field: 'effective_to', message: 'must not be before effective_from' }]
      : []),
  ];
}

const amountFault = (type: RateType) => {
  const { decimals, most } = AMOUNTS[type];
  const least = 10 ** -decimals;
  return (value: number, field: string): readonly FieldError[] =>
    value >= least && value <= most && Number(value.toFixed(decimals)) === value
      ? []
      : [
          {
            field,
            message: `must be a number from ${least} to ${most} with at most ${decimals} decimals if rate_type is ${type}`,
          },
        ];
};

function termsOf(rate: RateFields): Omit<ContractTerms, 'origin' | 'destination'> {
  const { units } = AMOUNTS[rate.rate_type];
  const { minimum } = rate;
  return {
    customer: (rate.customer ?? '').trim(),
    equipment: rate.equipment_type,
    rateType: rate.rate_type,
    amount: Math.round(rate.amount * units),
    minimumCents: minimum === undefined ? undefined : Math.round(minimum * 100),
    fuel: rate.fuel,
    accessorialOverrides: toCharges(rate.accessorial_overrides ?? {}),
    effectiveFrom: rate.effective_from,
    effectiveTo: rate.effective_to,
    tiers: (rate.tiers ?? []).map((tier) => ({
      fromVolume: tier.from_volume,
      amount: Math.round(tier.amount * units),
    })),
    externalId: (rate.external_id ?? '').trim(),
  };
}
