import { QUOTE_REQUEST, QUOTE_REQUEST_ERRORS } from '../../shared/quotes/quote-request-description.ts';
import { QUOTE_SCHEMAS } from '../../shared/quotes/record/quote-description.ts';
import { createQuoteResponse } from '../../shared/quotes/record/quote-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-quote',
  method: 'POST',
  path: '/api/v1/quotes',
  objective: 'pricing',
  tag: 'Quotes',
  summary: 'Create a quote',
  description:
    'Prices a move by market rates and by the pricing strategy of the organization, and stores the quote. For a container, one end is a terminal.',
  requestHeaders: ['Idempotency-Key'],
  body: QUOTE_REQUEST,
  response: {
    schema: createQuoteResponse,
    description: 'The new quote, or the quote of the first call with this Idempotency-Key.',
    fields: {},
  },
  responseHeaders: ['RateLimit'],
  errors: QUOTE_REQUEST_ERRORS,
  schemas: QUOTE_SCHEMAS,
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['Query', 'UpdateItem'],
    quotes: ['GetItem', 'PutItem', 'UpdateItem'],
    strategies: ['Query'],
    contracts: ['BatchGetItem', 'Query'],
    idempotency: ['GetItem', 'PutItem'],
    terminals: ['GetItem'],
    market: ['GetItem', 'BatchGetItem'],
  },
  data: ['terminals', 'places'],
  roadDistances: true,
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot create quotes.',
} satisfies Operation;
