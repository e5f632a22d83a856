import { QUOTE_SCHEMAS } from '../../shared/quotes/record/quote-description.ts';
import { readQuoteResponse } from '../../shared/quotes/record/quote-document.ts';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-quote',
  method: 'GET',
  path: '/api/v1/quotes/{quote_id}',
  tag: 'Quotes',
  summary: 'Read a quote',
  description: 'Returns one quote with its current status.',
  response: { schema: readQuoteResponse, description: 'The quote.', fields: {} },
  errors: [QUOTE_NOT_FOUND],
  schemas: QUOTE_SCHEMAS,
  tables: { quotes: ['Query'] },
  impact: 'Callers cannot read a quote.',
} satisfies Operation;
