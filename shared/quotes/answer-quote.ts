import * as v from 'valibot';
import { type QuoteDetail, quoteDetail, type ReadQuote } from './quote-document.ts';
import { quoteCreatedAt } from './quote-id.ts';
import type { StoredQuote } from './quote-store.ts';

/** A quote as callers read it. */
export function answerQuote({ quoteId, status, detail }: StoredQuote): { readonly quote: ReadQuote } {
  const kept: QuoteDetail = v.parse(quoteDetail, detail);
  return {
    quote: { quote_id: quoteId, status, created_at: quoteCreatedAt(quoteId).toISOString(), ...kept },
  };
}
