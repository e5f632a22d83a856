/** The 200 body. */
export { readQuoteResponse } from '../../shared/quotes/record/quote-document.ts';
