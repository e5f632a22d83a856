import * as v from 'valibot';
import { declineFields } from '../../shared/quotes/decide-on-quote.ts';
import {
  QUOTE_ALREADY_CONVERTED,
  QUOTE_ALREADY_DECLINED,
  QUOTE_SCHEMAS,
  QUOTE_SUPERSEDED,
} from '../../shared/quotes/record/quote-description.ts';
import { readQuoteResponse } from '../../shared/quotes/record/quote-document.ts';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'decline-quote',
  method: 'POST',
  path: '/api/v1/quotes/{quote_id}/decline',
  tag: 'Quotes',
  summary: 'Decline a quote',
  description:
    'Records that the customer declined an active or expired quote. The status of the quote does not change; its outcome is `lost`. The same decline gives the same answer again. A declined quote cannot be converted, but it can be revised.',
  body: {
    schema: v.strictObject(declineFields),
    fields: {
      reason: 'Why the customer declined.',
      competitor_price: {
        description: 'Price of the competitor in USD.',
        minimum: 0.01,
        maximum: 1_000_000,
        multipleOf: 0.01,
      },
      note: 'Note of at most 1,000 characters.',
    },
  },
  response: {
    schema: readQuoteResponse,
    description: 'The declined quote.',
    fields: {},
  },
  errors: [
    { status: 400, when: '`details.errors` names every invalid field.' },
    QUOTE_NOT_FOUND,
    { ...QUOTE_ALREADY_DECLINED, when: 'The quote was declined with another reason, price or note.' },
    QUOTE_ALREADY_CONVERTED,
    QUOTE_SUPERSEDED,
  ],
  schemas: QUOTE_SCHEMAS,
  tables: { quotes: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  impact: 'Callers cannot record why customers declined quotes.',
} satisfies Operation;
