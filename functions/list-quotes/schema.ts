/** The 200 body. */
export { listQuotesResponse } from '../../shared/quotes/quote-document.ts';
