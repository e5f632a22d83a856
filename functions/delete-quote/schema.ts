/** The 200 body. */
export { deleteQuoteResponse } from '../../shared/quotes/quote-document.ts';
