import * as v from 'valibot';
import { requirementNamesFor } from '../../shared/costs/accessorials/requirement-names.ts';
import { EQUIPMENT_TYPES } from '../../shared/costs/equipment/equipment-type.ts';
import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { optionalField } from '../../shared/platform/http/optional-field.ts';
import {
  MAX_REFERENCE_LENGTH,
  MAX_REQUIREMENT_LENGTH,
  MAX_REQUIREMENTS,
  quoteFields,
} from '../../shared/quotes/read-quote-request.ts';
import { QUOTE_SCHEMAS } from '../../shared/quotes/record/quote-description.ts';
import { createQuoteResponse } from '../../shared/quotes/record/quote-document.ts';

const PLACE =
  'A city, "City, ST", ZIP code, ZIP+4, "City, ST ZIP", UN/LOCODE or the name of a terminal. Two different places are required.';

export const description: OperationDescription = {
  tag: 'Quotes',
  summary: 'Create a quote',
  description:
    'Prices a move by market rates and by the pricing strategy of the organization, and stores the quote. For a container, one end is a terminal. With an Idempotency-Key, a repeated call returns the first quote.',
  requestHeaders: ['Idempotency-Key'],
  body: {
    schema: v.object({
      ...quoteFields.entries,
      special_requirements: optionalField(
        v.pipe(
          v.array(v.pipe(v.string(), v.maxLength(MAX_REQUIREMENT_LENGTH))),
          v.maxLength(MAX_REQUIREMENTS),
        ),
      ),
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
      equipment_type: {
        description: `One of ${EQUIPMENT_TYPES.map((name) => `\`${name}\``).join(', ')}, or a usual spelling such as "40' HC".`,
        minLength: 1,
        examples: [...EQUIPMENT_TYPES],
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
        .join(', ')}. A repeated name counts once.`,
      'special_requirements[]': 'Name of an accessorial.',
      customer_reference: {
        description: 'Your own reference. Reads and lists return it.',
        maxLength: MAX_REFERENCE_LENGTH,
      },
    },
  },
  response: {
    schema: createQuoteResponse,
    description: 'The new quote, or the quote of the first call with this Idempotency-Key.',
    fields: { quote: 'The quote.' },
  },
  responseHeaders: ['RateLimit', 'Idempotency-Replayed'],
  errors: [
    { status: 400, when: '`details.errors` names each invalid field.' },
    {
      status: 400,
      code: 'LOCATION_NOT_FOUND',
      when: 'Origin or destination is unknown: `details.field`, `details.value`.',
    },
    {
      status: 400,
      code: 'LOCATION_AMBIGUOUS',
      when: 'Origin or destination matches several places: `details.candidates`.',
    },
    { status: 400, code: 'NO_ROUTE', when: 'No road connects origin and destination.' },
    { status: 400, code: 'BILLING_REQUIRED', when: 'The organization has no billing information.' },
    {
      status: 409,
      code: 'IDEMPOTENCY_CONFLICT',
      when: 'The Idempotency-Key was used with another body, or a call with it is being answered.',
    },
    {
      status: 429,
      code: 'QUOTE_LIMIT_EXCEEDED',
      when: 'The monthly quote limit of the organization is reached: `details.used`, `details.limit`, `details.resets_at`.',
    },
  ],
  schemas: QUOTE_SCHEMAS,
};
