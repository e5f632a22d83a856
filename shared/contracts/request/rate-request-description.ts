import * as v from 'valibot';
import { OVERRIDABLE } from '../../costs/accessorials/charge-overrides.ts';
import { MAX_CUSTOMER_LENGTH } from '../../customers/customer-names.ts';
import { MAX_PLACE_TEXT_LENGTH } from '../../geography/places/read-place-text.ts';
import { MAX_ENTRIES, optionalField } from '../../platform/http/body-fields.ts';
import type { FieldTexts } from '../../platform/http/operation-description.ts';
import { COMMON_FIELDS, fuelDocument } from '../documents/rate-document.ts';
import { MAX_EXTERNAL_ID_LENGTH, rateFields } from './read-contract-rate.ts';

const GEOGRAPHY =
  'A terminal name, ZIP code, city with state, 3-digit ZIP ("303"), UN/LOCODE of a port, state code, or "*" for anywhere.';

export const RATE_FIELDS: FieldTexts = {
  ...COMMON_FIELDS,
  customer: {
    description: String(COMMON_FIELDS.customer),
    maxLength: MAX_CUSTOMER_LENGTH,
    examples: ['Acme Imports'],
  },
  origin: {
    description: `Where moves start. ${GEOGRAPHY}`,
    minLength: 1,
    maxLength: MAX_PLACE_TEXT_LENGTH,
    examples: ['USSAV'],
  },
  destination: {
    description: `Where moves end. ${GEOGRAPHY}`,
    minLength: 1,
    maxLength: MAX_PLACE_TEXT_LENGTH,
    examples: ['Atlanta, GA'],
  },
  equipment_type: {
    description: 'Equipment, as in quotes.',
    minLength: 1,
    examples: ['container_40hc'],
  },
  external_id: { description: String(COMMON_FIELDS.external_id), maxLength: MAX_EXTERNAL_ID_LENGTH },
  amount: {
    description:
      'flat: USD with 2 decimals, at most 100,000. per_mile: USD a mile with 4 decimals, at most 1,000. percent_of_market: percent with 2 decimals, at most 500.',
    examples: [850],
  },
  minimum: 'Least base rate in USD.',
  accessorial_overrides:
    'Charges that replace those of the pricing strategy, by tariff name, as in the pricing strategy.',
  effective_from: {
    description: 'First pickup day. A past day is allowed; existing quotes do not change.',
    format: 'date',
    maxLength: 10,
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    examples: ['2026-12-01'],
  },
  effective_to: {
    description: 'Last pickup day, not before `effective_from`. Without it the rate has no end.',
    format: 'date',
    maxLength: 10,
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  },
};

/** Fields of a rate as the description shows them: nested fields without the messages of their checks. */
export const describedRateFields = {
  ...rateFields,
  fuel: fuelDocument,
  accessorial_overrides: optionalField(
    v.record(
      v.picklist(OVERRIDABLE),
      v.object({
        rate: v.exactOptional(v.number()),
        percent_of_base: v.exactOptional(v.number()),
        free_time: v.exactOptional(v.number()),
      }),
    ),
  ),
  tiers: optionalField(
    v.pipe(v.array(v.object({ from_volume: v.number(), amount: v.number() })), v.maxLength(MAX_ENTRIES)),
  ),
};

/** The body of a new rate. */
export const newRate = v.object(describedRateFields);
