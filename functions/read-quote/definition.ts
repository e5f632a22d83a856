import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { QUOTE_NOT_FOUND, QUOTE_SCHEMAS } from '../../shared/quotes/record/quote-description.ts';
import { readQuoteResponse } from '../../shared/quotes/record/quote-document.ts';

export const description: OperationDescription = {
  tag: 'Quotes',
  summary: 'Read a quote',
  description: 'Returns one quote with its current status.',
  response: { schema: readQuoteResponse, description: 'The quote.', fields: { quote: 'The quote.' } },
  errors: [QUOTE_NOT_FOUND],
  schemas: QUOTE_SCHEMAS,
};
