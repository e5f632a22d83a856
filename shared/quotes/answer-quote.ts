import * as v from 'valibot';
import { type QuoteDetail, quoteDetail, type ReadQuote } from './record/quote-document.ts';
import { quoteCreatedAt } from './record/quote-id.ts';
import type { StoredQuote } from './record/quote-store.ts';

/** The response body of a stored quote. */
export function answerQuote({ quoteId, status, detail }: StoredQuote): { readonly quote: ReadQuote } {
  const stored: QuoteDetail = v.parse(quoteDetail, detail);
  return {
    quote: { quote_id: quoteId, status, created_at: quoteCreatedAt(quoteId).toISOString(), ...stored },
  };
}
