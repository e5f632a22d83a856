import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { QUOTE_NOT_FOUND, QUOTE_SCHEMAS } from '../../shared/quotes/record/quote-description.ts';
import { readQuoteResponse } from '../../shared/quotes/record/quote-document.ts';

export const description: OperationDescription = {
  tag: 'Quotes',
  summary: 'Convert a quote',
  description:
    'Marks an active quote as converted, permanently. For a converted quote the answer is the same.',
  response: {
    schema: readQuoteResponse,
    description: 'The converted quote.',
    fields: { quote: 'The quote.' },
  },
  errors: [
    QUOTE_NOT_FOUND,
    { status: 409, code: 'QUOTE_EXPIRED', when: 'The quote has expired. Create a new one.' },
  ],
  schemas: QUOTE_SCHEMAS,
};
