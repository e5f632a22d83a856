import { deleteQuoteResponse } from '../../shared/quotes/record/quote-document.ts';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'delete-quote',
  method: 'DELETE',
  path: '/api/v1/quotes/{quote_id}',
  tag: 'Quotes',
  summary: 'Delete a quote',
  description: 'Deletes a quote in any status. The id then gets 404.',
  response: {
    schema: deleteQuoteResponse,
    description: 'The quote was deleted.',
    fields: {
      quote: 'The deleted quote.',
      'quote.quote_id': 'Id of the deleted quote.',
    },
  },
  errors: [QUOTE_NOT_FOUND],
  tables: { quotes: ['GetItem', 'UpdateItem', 'DeleteItem'] },
  impact: 'Callers cannot delete quotes.',
} satisfies Operation;
