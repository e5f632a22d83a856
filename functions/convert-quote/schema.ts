/** The 200 body. */
export { readQuoteResponse } from '../../shared/quotes/quote-document.ts';
