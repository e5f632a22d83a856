/** The 200 body. */
export { deleteQuoteResponse } from '../../shared/quotes/record/quote-document.ts';
