import * as v from 'valibot';
import { type QuoteDetail, quoteDetail, type ReadQuote } from './record/quote-document.ts';
import { quoteCreatedAt } from './record/quote-id.ts';
import type { StoredQuote } from './record/quote-store.ts';

/** A quote as callers read it. */
export function answerQuote({ quoteId, status, detail }: StoredQuote): { readonly quote: ReadQuote } {
  const kept: QuoteDetail = v.parse(quoteDetail, detail);
  return {
    quote: { quote_id: quoteId, status, created_at: quoteCreatedAt(quoteId).toISOString(), ...kept },
  };
}
