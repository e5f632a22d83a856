/** The 200 body. */
export { listQuotesResponse } from '../../shared/quotes/record/quote-document.ts';
