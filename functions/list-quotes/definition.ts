import {
  listQuotesParameters,
  listQuotesResponse,
  QUOTE_LIST_SCHEMAS,
} from '../../shared/quotes/listing/list-quotes.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'list-quotes',
  method: 'GET',
  path: '/api/v1/quotes',
  tag: 'Quotes',
  summary: 'List quotes',
  description: 'Lists the quotes of the organization and mode of the key, newest first.',
  query: {
    schema: listQuotesParameters,
    fields: {
      status: 'Only quotes with this status.',
      outcome:
        'Only quotes with this outcome. `expired` are those without a decision; the status `expired` also has declined and superseded quotes.',
      customer: 'Only quotes for this customer. Names are compared without case and accents.',
      customer_id: 'Only quotes that were made for this customer, under any name. Not with `customer`.',
      customer_reference: 'Only quotes with this reference, compared without case and accents.',
      start_date: 'Only quotes created on this day (UTC) or later.',
      end_date: 'Only quotes created on this day (UTC) or earlier. Must not be before `start_date`.',
      limit: 'Maximum quotes of the page.',
      offset: 'Number of quotes to skip.',
    },
  },
  response: {
    schema: listQuotesResponse,
    description: 'A page of quotes.',
    fields: {
      quotes: 'Newest first.',
      pagination: 'Position of the page.',
      'pagination.total_count': 'Quotes that match the filter.',
      'pagination.limit': 'Maximum items of the page.',
      'pagination.offset': 'Number of skipped quotes.',
    },
  },
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter.' }],
  schemas: QUOTE_LIST_SCHEMAS,
  tables: { quotes: ['Query'] },
  impact: 'Callers cannot list their quotes; each one can still be read by its id.',
} satisfies Operation;
