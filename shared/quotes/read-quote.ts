import type { Account } from '../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { answerQuote } from './answer-quote.ts';
import type { ReadQuote } from './record/quote-document.ts';
import { parseQuoteId } from './record/quote-id.ts';
import type { QuoteStore } from './record/quote-store.ts';
import { quoteNotFound } from './request/quote-rejections.ts';

/** Reads one quote of a caller. A malformed id and the id of another account's quote are both not found. */
export function readQuoteUseCase(quotes: Pick<QuoteStore, 'read'>) {
  return async (text: string, caller: Account): Promise<Outcome<{ readonly quote: ReadQuote }>> => {
    const quoteId = parseQuoteId(text);
    const stored = quoteId && (await quotes.read(caller, quoteId));
    return stored ? succeed(answerQuote(stored)) : reject(quoteNotFound(text));
  };
}
