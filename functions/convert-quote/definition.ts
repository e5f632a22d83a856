import * as v from 'valibot';
import { IGNORED_FIELDS_TEXT, ignoredFields } from '../../shared/platform/http/operation-description.ts';
import { conversionBody } from '../../shared/quotes/decide-on-quote.ts';
import {
  QUOTE_ALREADY_DECLINED,
  QUOTE_SCHEMAS,
  QUOTE_SUPERSEDED,
} from '../../shared/quotes/record/quote-description.ts';
import { readQuoteResponse } from '../../shared/quotes/record/quote-document.ts';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'convert-quote',
  method: 'POST',
  path: '/api/v1/quotes/{quote_id}/convert',
  tag: 'Quotes',
  summary: 'Convert a quote',
  description:
    'Marks an active quote as converted, permanently. For a converted quote the answer is the same, also with another body.',
  body: {
    optional: true,
    schema: conversionBody,
    fields: {
      converted_by: 'Who converted the quote, at most 200 characters.',
      order_reference: 'Order of the customer, at most 200 characters.',
    },
  },
  response: {
    schema: v.object({ ...readQuoteResponse.entries, ...ignoredFields }),
    description: 'The converted quote.',
    fields: { warnings: IGNORED_FIELDS_TEXT },
  },
  errors: [
    { status: 400, when: '`details.errors` names every invalid field.' },
    QUOTE_NOT_FOUND,
    QUOTE_ALREADY_DECLINED,
    QUOTE_SUPERSEDED,
    { status: 409, code: 'QUOTE_EXPIRED', when: 'The quote has expired. Create a new one.' },
  ],
  schemas: QUOTE_SCHEMAS,
  tables: { quotes: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  impact: 'Callers cannot convert quotes, and some may expire meanwhile.',
} satisfies Operation;
