import * as v from 'valibot';
import { QUOTE_REQUEST, QUOTE_REQUEST_ERRORS } from '../../shared/quotes/quote-request-description.ts';
import {
  QUOTE_ALREADY_CONVERTED,
  QUOTE_SCHEMAS,
  QUOTE_SUPERSEDED,
} from '../../shared/quotes/record/quote-description.ts';
import { createQuoteResponse } from '../../shared/quotes/record/quote-document.ts';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import type { Operation } from '../definition-types.ts';

const { entries } = QUOTE_REQUEST.schema;
const AS_IN_A_NEW_QUOTE = 'As in a new quote.';

export const definition = {
  function: 'revise-quote',
  method: 'POST',
  path: '/api/v1/quotes/{quote_id}/revise',
  tag: 'Quotes',
  summary: 'Revise a quote',
  description:
    'Creates a quote with changed fields, which supersedes this one. What the body leaves out is as in the revised quote; null or an empty text removes an optional field. The new quote is priced by the rates of today, and counts against the monthly quote limit. The revised quote keeps its price and its status, has the outcome `superseded`, and cannot be converted. Declined and expired quotes can be revised.',
  requestHeaders: ['Idempotency-Key'],
  body: {
    ...QUOTE_REQUEST,
    fields: {
      ...QUOTE_REQUEST.fields,
      origin: { description: AS_IN_A_NEW_QUOTE, minLength: 1 },
      destination: { description: AS_IN_A_NEW_QUOTE, minLength: 1 },
      equipment_type: AS_IN_A_NEW_QUOTE,
      special_requirements: AS_IN_A_NEW_QUOTE,
      stops: AS_IN_A_NEW_QUOTE,
      'stops[]': { description: 'A stop.', minLength: 1 },
      weight_lbs: AS_IN_A_NEW_QUOTE,
      price: AS_IN_A_NEW_QUOTE,
      pricing_type: AS_IN_A_NEW_QUOTE,
      customer: { ...QUOTE_REQUEST.fields.customer, description: AS_IN_A_NEW_QUOTE },
      weekly_volume: { ...QUOTE_REQUEST.fields.weekly_volume, description: AS_IN_A_NEW_QUOTE },
    },
    optional: true,
    schema: v.strictObject({
      ...entries,
      origin: v.exactOptional(entries.origin),
      destination: v.exactOptional(entries.destination),
      equipment_type: v.exactOptional(entries.equipment_type),
      pickup_date: v.exactOptional(entries.pickup_date),
    }),
  },
  response: {
    schema: createQuoteResponse,
    description: 'The new quote, or the quote of the first call with this Idempotency-Key.',
    fields: {},
  },
  responseHeaders: ['RateLimit'],
  errors: [...QUOTE_REQUEST_ERRORS, QUOTE_NOT_FOUND, QUOTE_ALREADY_CONVERTED, QUOTE_SUPERSEDED],
  schemas: QUOTE_SCHEMAS,
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['Query', 'UpdateItem'],
    quotes: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
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
  impact: 'Callers cannot revise quotes; they can create new ones.',
} satisfies Operation;
