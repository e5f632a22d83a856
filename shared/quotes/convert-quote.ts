import type { Account } from '../platform/account/account.ts';
import { type Outcome, refuse, succeed } from '../platform/http/outcome.ts';
import { answerQuote } from './answer-quote.ts';
import { quoteExpired, quoteNotFound, refuseContended } from './pricing/quote-refusals.ts';
import type { ReadQuote } from './record/quote-document.ts';
import { parseQuoteId } from './record/quote-id.ts';
import type { QuoteStore } from './record/quote-store.ts';

/** Converts a quote while it is valid; again, it answers the same. */
export function convertQuoteUseCase(quotes: Pick<QuoteStore, 'convert'>) {
  return async (text: string, caller: Account): Promise<Outcome<{ readonly quote: ReadQuote }>> => {
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return refuse(quoteNotFound(text));
    const conversion = await quotes.convert(caller, quoteId);
    switch (conversion.outcome) {
      case 'converted':
        return succeed(answerQuote(conversion.quote));
      case 'expired':
        return refuse(quoteExpired(quoteId));
      case 'not-found':
        return refuse(quoteNotFound(quoteId));
      case 'contended':
        return refuseContended();
    }
  };
}
