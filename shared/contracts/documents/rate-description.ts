import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { FUEL_REGIONS } from '../rate/fuel-terms.ts';
import { fuelSurchargeDocument } from './fuel-document.ts';
import { rateDocument } from './rate-document.ts';

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
  'accessorial_overrides.*.rate': 'USD per unit.',
  'accessorial_overrides.*.percent_of_base': 'Percent of the base rate.',
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
      'accessorial_overrides.*': 'Either `rate` or `percent_of_base`.',
      effective_from: 'First pickup day.',
      effective_to: 'Last pickup day; null if the rate has no end.',
      updated_at: 'Time of this version, UTC.',
    },
  },
};
