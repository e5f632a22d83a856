import type { Account } from '../platform/account/account.ts';
import { type Outcome, refuse, succeed } from '../platform/http/outcome.ts';
import { answerQuote } from './answer-quote.ts';
import { quoteNotFound } from './pricing/quote-refusals.ts';
import type { ReadQuote } from './record/quote-document.ts';
import { parseQuoteId } from './record/quote-id.ts';
import type { QuoteStore } from './record/quote-store.ts';

/** Reads one quote of a caller; any text that is no id of theirs is not found, whyever. */
export function readQuoteUseCase(quotes: Pick<QuoteStore, 'read'>) {
  return async (text: string, caller: Account): Promise<Outcome<{ readonly quote: ReadQuote }>> => {
    const quoteId = parseQuoteId(text);
    const stored = quoteId && (await quotes.read(caller, quoteId));
    return stored ? succeed(answerQuote(stored)) : refuse(quoteNotFound(text));
  };
}
