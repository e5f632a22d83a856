import * as v from 'valibot';
import {
  chargeOverrides,
  overrideTexts,
  toChargesDocument,
} from '../../costs/accessorials/charge-overrides.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import type { CustomerMatches } from '../../customers/dynamodb-customers.ts';
import type { Account } from '../../platform/account/account.ts';
import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import {
  AMOUNTS,
  type ContractRate,
  type ContractTerms,
  describeTier,
  RATE_TYPES,
  tierDocument,
} from '../rate/contract-rate.ts';
import {
  FIXED_FUEL,
  FUEL_METHODS,
  FUEL_MILES,
  FUEL_REGIONS,
  type FuelTable,
  type FuelTerms,
  MAX_FUEL_ROWS,
} from '../rate/fuel-terms.ts';

const row = v.object({
  from: v.number(),
  to: v.exactOptional(v.number()),
  per_mile: v.exactOptional(v.number()),
  percent: v.exactOptional(v.number()),
});

/** A fuel surcharge of a rate, with the members of its method: USD, USD per mile, USD per gallon, or percent. */
const fuelSurchargeDocument = v.object({
  method: v.picklist(FUEL_METHODS),
  value: v.exactOptional(v.number()),
  peg: v.exactOptional(v.number()),
  miles_per_gallon: v.exactOptional(v.number()),
  rows: v.exactOptional(v.pipe(v.array(row), v.minLength(1), v.maxLength(MAX_FUEL_ROWS))),
  region: v.exactOptional(v.picklist(FUEL_REGIONS)),
  miles: v.exactOptional(v.picklist(FUEL_MILES)),
});

/** The fuel of a rate for callers. */
export const fuelDocument = v.union([v.picklist(FIXED_FUEL), fuelSurchargeDocument]);
export type FuelDocument = v.InferOutput<typeof fuelDocument>;

/** Fuel as callers send it, with all defaults; equal fuel gives equal JSON. */
export function describeFuel(fuel: FuelTerms): FuelDocument {
  if (typeof fuel === 'string') return fuel;
  const region = 'region' in fuel && fuel.region !== null ? { region: fuel.region } : {};
  switch (fuel.method) {
    case 'per_mile':
      return { method: 'per_mile', value: fuel.perMile / 10_000, miles: fuel.miles };
    case 'peg':
      return {
        method: 'per_mile',
        peg: fuel.pegMills / 1_000,
        miles_per_gallon: fuel.milesPerGallonHundredths / 100,
        ...region,
        miles: fuel.miles,
      };
    case 'percent':
      return { method: 'percent', value: fuel.percentHundredths / 100 };
    case 'table':
      return {
        method: 'table',
        rows: describeRows(fuel),
        ...region,
        ...(fuel.unit === 'per_mile' && { miles: fuel.miles }),
      };
  }
}

const describeRows = ({ rows, unit }: FuelTable) =>
  rows.map(([fromMills, value], at) => {
    const next = rows[at + 1];
    return {
      from: fromMills / 1_000,
      ...(next && { to: next[0] / 1_000 }),
      ...(unit === 'per_mile' ? { per_mile: value / 10_000 } : { percent: value / 100 }),
    };
  });

const terms = v.object({
  customer: v.string(),
  origin: v.string(),
  destination: v.string(),
  equipment_type: v.picklist(EQUIPMENT_TYPES),
  rate_type: v.picklist(RATE_TYPES),
  amount: v.number(),
  minimum: v.nullable(v.number()),
  fuel: fuelDocument,
  accessorial_overrides: chargeOverrides,
  effective_from: v.pipe(v.string(), v.isoDate()),
  effective_to: v.nullable(v.pipe(v.string(), v.isoDate())),
  tiers: v.array(tierDocument),
  external_id: v.string(),
});

/** A version of a contract rate for callers: USD, USD per mile, or percent. A valid body of a replacement. */
export const rateDocument = v.object({
  rate_id: v.string(),
  version: v.pipe(v.number(), v.integer()),
  ...terms.entries,
  customer_id: v.nullable(v.string()),
  updated_at: v.pipe(v.string(), v.isoTimestamp()),
});
export type RateDocument = v.InferOutput<typeof rateDocument>;

/** Fields of a document that a caller cannot set; a replacement ignores them. */
export const READ_ONLY_FIELDS = { rate_id: true, customer_id: true, updated_at: true } as const;

export const rateAnswer = v.object({ rate: rateDocument });
export type RateAnswer = v.InferOutput<typeof rateAnswer>;

export const replacedRateAnswer = v.object({ rate: rateDocument, warnings: v.array(v.string()) });
export type ReplacedRateAnswer = v.InferOutput<typeof replacedRateAnswer>;

export const deletedRateAnswer = v.object({
  rate: v.object({ rate_id: v.string(), deleted: v.literal(true) }),
});

/** Terms as callers send them; equal terms give equal JSON. */
export function describeTerms(rate: ContractTerms): v.InferOutput<typeof terms> {
  const { units } = AMOUNTS[rate.rateType];
  const { minimumCents } = rate;
  return {
    customer: rate.customer,
    origin: rate.origin.text,
    destination: rate.destination.text,
    equipment_type: rate.equipment,
    rate_type: rate.rateType,
    amount: rate.amount / units,
    minimum: minimumCents === undefined ? null : minimumCents / 100,
    fuel: describeFuel(rate.fuel),
    accessorial_overrides: toChargesDocument(rate.accessorialOverrides),
    effective_from: rate.effectiveFrom,
    effective_to: rate.effectiveTo ?? null,
    tiers: rate.tiers.map((tier) => describeTier(rate, tier)),
    external_id: rate.externalId,
  };
}

/** A rate without the customer that its name stands for now. */
export const describeRate = (rate: ContractRate): Omit<RateDocument, 'customer_id'> => ({
  rate_id: rate.rateId,
  version: rate.version,
  ...describeTerms(rate),
  updated_at: rate.updatedAt,
});

/** The documents of rates, with the customers that their names stand for. */
export async function describeRates(
  customers: Pick<CustomerMatches, 'idsOf'>,
  account: Account,
  rates: readonly ContractRate[],
): Promise<readonly RateDocument[]> {
  const named = await customers.idsOf(
    account,
    rates.map(({ customer }) => customer),
  );
  return rates.map((rate) => ({
    ...describeRate(rate),
    customer_id: named.get(rate.customer)?.customerId ?? null,
  }));
}

/** Whether two rates have the same terms; the geographies are compared by their keys. */
export const sameTerms = (one: ContractTerms, other: ContractTerms): boolean =>
  one.origin.key === other.origin.key &&
  one.destination.key === other.destination.key &&
  JSON.stringify({ ...describeTerms(one), origin: '', destination: '' }) ===
    JSON.stringify({ ...describeTerms(other), origin: '', destination: '' });

const PER_GALLON = { minimum: 0, maximum: 20, multipleOf: 0.001 };
const PER_MILE = { minimum: 0, maximum: 20, multipleOf: 0.0001 };
const PERCENT = { minimum: 0, maximum: 100, multipleOf: 0.01 };

const FUEL_SURCHARGE_FIELDS: FieldTexts = {
  method:
    '`per_mile`: USD a mile, either the fixed `value`, or the diesel price minus `peg`, divided by `miles_per_gallon`, never negative. `percent`: `value` percent of the base rate, after tier and minimum. `table`: by `rows`. The surcharge is rounded once to cents, half up.',
  value: {
    description:
      'With `per_mile`: fixed USD a mile, at most 20, with 4 decimals. With `percent`: at most 100, with 2 decimals.',
    minimum: 0,
    maximum: 100,
    multipleOf: 0.0001,
  },
  peg: { description: 'Diesel price in USD per gallon up to which the amount includes fuel.', ...PER_GALLON },
  miles_per_gallon: { description: 'Miles per gallon.', minimum: 1, maximum: 20, multipleOf: 0.01 },
  rows: 'Steps of the diesel price, by increasing `from`. Below the first row the surcharge is 0; the last row also applies to all higher prices.',
  'rows[].from': {
    description: 'Diesel price in USD per gallon from which the row applies, up to `from` of the next row.',
    ...PER_GALLON,
  },
  'rows[].to': {
    description:
      'End of the row: `from` of the next row, or up to 0.01 below it. Optional; the last row has none.',
    ...PER_GALLON,
  },
  'rows[].per_mile': {
    description: 'USD a mile. Either all rows have `per_mile`, or all have `percent`.',
    ...PER_MILE,
  },
  'rows[].percent': { description: 'Percent of the base rate.', ...PERCENT },
  region: `Whose diesel price is used, with \`peg\` or a table: \`US\`, the national average, or a region of the EIA (${FUEL_REGIONS.slice(1).join(', ')}). Absent: the region of the origin. The price is that of the week of the pickup; if it is not published yet, the newest one.`,
  miles:
    'Miles of a surcharge per mile: `one_way` (default), the distance of the lane, or `round_trip`, twice the distance. Absent with percentages.',
};

/** Texts of the fields of a rate, in requests and responses. */
export const COMMON_FIELDS: FieldTexts = {
  customer: 'Name of the customer, compared without case and accents; empty for all customers.',
  rate_type:
    '`flat`: USD a move. `per_mile`: USD a one-way mile. `percent_of_market`: percent of the market linehaul without fuel.',
  fuel: '`included`: the amount includes fuel. `market`: the fuel of the market. An object: a surcharge of the rate.',
  ...overrideTexts('accessorial_overrides'),
  tiers: 'Amounts by loads a week, by increasing volume. Below the first tier `amount` applies.',
  'tiers[].from_volume': {
    description: 'Loads a week from which the amount applies.',
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
  },
  'tiers[].amount': 'In the unit of `amount`.',
  external_id:
    'Id of the rate in your system; empty if there is none. For each customer, a rate with the same id replaces the stored one.',
};

/** Schemas of contract rates. */
export const RATE_SCHEMAS: NamedSchemas = {
  ContractFuelSurcharge: {
    schema: fuelSurchargeDocument,
    description:
      'The fuel surcharge of a contract rate. It has the members of its method; others are rejected.',
    fields: FUEL_SURCHARGE_FIELDS,
  },
  ContractRate: {
    schema: rateDocument,
    description: 'A version of a contract rate.',
    fields: {
      ...COMMON_FIELDS,
      customer_id: 'Id of the customer that the name stands for; null if there is none.',
      rate_id: '`C-` and 27 base-32 digits. Ids sort by creation time.',
      version: '1 for a new rate; each replacement adds 1.',
      origin: 'Where moves start, in a form that can be sent again.',
      destination: 'Where moves end, in a form that can be sent again.',
      equipment_type: 'Equipment.',
      amount: 'USD, USD per mile or percent, by `rate_type`.',
      minimum: 'Least base rate in USD; null if there is none.',
      accessorial_overrides: 'Charges by tariff name that replace those of the pricing strategy.',
      effective_from: 'First pickup day.',
      effective_to: 'Last pickup day; null if the rate has no end.',
      updated_at: 'Time of this version, UTC.',
    },
  },
};

const index = v.pipe(v.number(), v.integer());

/** Maximum overlaps and warnings of an answer. */
export const MAX_LISTED = 500;

/** The answer of a call that writes rates. Indexes are those of the request, from 0. */
export const createdRatesAnswer = v.object({
  rates: v.array(
    v.object({
      index,
      rate_id: v.string(),
      version: index,
      status: v.picklist(['created', 'replaced', 'unchanged']),
    }),
  ),
  rejected: v.array(
    v.object({ index, errors: v.array(v.object({ field: v.string(), message: v.string() })) }),
  ),
  overlaps: v.object({
    total: index,
    listed: v.array(
      v.object({
        index,
        with_rate_id: v.string(),
        with_index: v.nullable(index),
        from: v.string(),
        to: v.nullable(v.string()),
        contradictory: v.boolean(),
      }),
    ),
  }),
  warnings: v.array(v.object({ index, message: v.string() })),
});
export type CreatedRates = v.InferOutput<typeof createdRatesAnswer>;
