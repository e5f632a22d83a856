import * as v from 'valibot';
import { IDEMPOTENCY_CONFLICT_ERROR } from '../accounts/idempotency/answer-once.ts';
import { requirementNamesFor } from '../costs/accessorials/requirement-names.ts';
import { EQUIPMENT_TYPES } from '../costs/equipment/equipment-type.ts';
import { MAX_CUSTOMER_LENGTH } from '../customers/customer-names.ts';
import { optionalField } from '../platform/http/body-fields.ts';
import type { OperationDescription } from '../platform/http/operation-description.ts';
import { priceFields } from './record/manual-price.ts';
import { MAX_REFERENCE_LENGTH } from './record/stored-quote.ts';
import { BILLING_REQUIRED_ERROR } from './request/quote-rejections.ts';
import {
  MAX_COMMODITY_LENGTH,
  MAX_REQUIREMENTS,
  MAX_STOPS,
  MAX_WEEKLY_VOLUME,
  quoteFields,
  requirement,
  weeklyVolume,
  weightLbs,
} from './request/read-quote-request.ts';

const PLACE =
  'A city, "City, ST", ZIP code, ZIP+4, "City, ST ZIP", UN/LOCODE or the name of a terminal. Two different places are required.';

const special_requirements = optionalField(v.pipe(v.array(requirement), v.maxLength(MAX_REQUIREMENTS)));

export const moveFields = {
  special_requirements,
  stops: optionalField(v.pipe(v.array(v.string()), v.maxLength(MAX_STOPS))),
  weight_lbs: v.exactOptional(v.nullable(weightLbs)),
  price: v.exactOptional(v.nullable(priceFields)),
};

export const QUOTE_REQUEST = {
  schema: v.object({
    ...quoteFields.entries,
    // Null removes the volume of a revised quote.
    weekly_volume: v.exactOptional(v.nullable(weeklyVolume)),
    ...moveFields,
  }),
  fields: {
    origin: {
      description: `Where the load is picked up. ${PLACE}`,
      minLength: 1,
      examples: ['USLAX', 'Dallas, TX'],
    },
    destination: {
      description: `Where the load is delivered. ${PLACE}`,
      minLength: 1,
      examples: ['Phoenix, AZ', '85043'],
    },
    stops: `Places between origin and destination, at most ${MAX_STOPS}, in order. The miles lead through all of them, and each is charged as \`stop_off\`.`,
    'stops[]': {
      description: 'A stop: a place like origin and destination.',
      minLength: 1,
      examples: ['Barstow, CA'],
    },
    equipment_type: {
      description: `One of ${EQUIPMENT_TYPES.map((name) => `\`${name}\``).join(', ')}, or a usual spelling such as "40' HC".`,
      minLength: 1,
      examples: ['container_40hc'],
    },
    pickup_date: {
      description: 'From today, at the place of pickup, to 365 days ahead.',
      format: 'date',
      maxLength: 10,
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    },
    special_requirements: `Names of accessorials that fit the equipment and the terminal, in any case, with spaces, hyphens or underscores: ${requirementNamesFor(
      undefined,
    )
      .map((name) => `\`${name}\``)
      .join(
        ', ',
      )}. A repeated name counts once. An object gives the quantity, in the unit of the charge: days of storage, hours, stops.`,
    customer_reference: {
      description: 'Your own reference. Reads and lists return it.',
      maxLength: MAX_REFERENCE_LENGTH,
    },
    customer: {
      description:
        'Name of the customer. Contract rates of this customer can price the quote. Names are compared without case and accents.',
      maxLength: MAX_CUSTOMER_LENGTH,
    },
    pricing_type:
      '`spot`: the market. `contract`: a contract rate; without a match the call is rejected. `auto` (default): a contract rate if one matches, else the market.',
    weekly_volume: {
      description: `Loads a week, at most ${MAX_WEEKLY_VOLUME}, with at most 2 decimals. It selects the volume tier of a contract rate; without it, or with null, the amount below the first tier applies.`,
      exclusiveMinimum: 0,
      maximum: MAX_WEEKLY_VOLUME,
      multipleOf: 0.01,
      examples: [12],
    },
    weight_lbs:
      'Pounds of cargo, without the container. Above the legal payload of the equipment, `overweight` and for containers `triaxle` are added, with a warning.',
    commodity: {
      description: 'What is moved. It has no effect on the price.',
      maxLength: MAX_COMMODITY_LENGTH,
      examples: ['Ceramic tiles'],
    },
    price:
      'The price that a person sets instead of the pricing strategy and a contract rate. Fuel surcharge and accessorials stay as calculated.',
  },
} satisfies OperationDescription['body'];

export const QUOTE_REQUEST_ERRORS: OperationDescription['errors'] = [
  { status: 400, when: '`details.errors` names each invalid field.' },
  {
    status: 400,
    code: 'LOCATION_NOT_FOUND',
    when: 'Origin, destination or a stop is unknown: `details.field`, `details.value`; `details.suggestions` has up to three places.',
  },
  {
    status: 400,
    code: 'LOCATION_AMBIGUOUS',
    when: 'Origin, destination or a stop matches several places: `details.candidates`.',
  },
  { status: 400, code: 'NO_ROUTE', when: 'No road connects origin and destination, or a stop.' },
  {
    status: 400,
    code: 'CONTRACT_RATE_NOT_FOUND',
    when: '`pricing_type` is `contract`, and no contract rate matches.',
  },
  BILLING_REQUIRED_ERROR,
  IDEMPOTENCY_CONFLICT_ERROR,
  {
    status: 429,
    code: 'QUOTE_LIMIT_EXCEEDED',
    when: 'The monthly quote limit of the organization is reached: `details.used`, `details.limit`, `details.resets_at`.',
  },
];
