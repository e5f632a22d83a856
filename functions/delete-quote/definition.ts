import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/record/quote-description.ts';
import { deleteQuoteResponse } from '../../shared/quotes/record/quote-document.ts';

export const description: OperationDescription = {
  tag: 'Quotes',
  summary: 'Delete a quote',
  description: 'Deletes a quote in any status. The id then gets 404.',
  response: {
    schema: deleteQuoteResponse,
    description: 'The quote was deleted.',
    fields: {
      quote: 'The deleted quote.',
      'quote.quote_id': 'Id of the deleted quote.',
      'quote.deleted': 'Always true.',
    },
  },
  errors: [QUOTE_NOT_FOUND],
};
