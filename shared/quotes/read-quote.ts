import type { Caller } from '../http/api-request.ts';
import { type Outcome, refuse, succeed } from '../http/outcome.ts';
import { answerQuote } from './answer-quote.ts';
import type { ReadQuote } from './quote-document.ts';
import { parseQuoteId } from './quote-id.ts';
import { quoteNotFound } from './quote-refusals.ts';
import type { QuoteStore } from './quote-store.ts';

/** Reads one quote of a caller; any text that is no id of theirs is not found, whyever. */
export function createReadQuote(quotes: Pick<QuoteStore, 'read'>) {
  return async (text: string, caller: Caller): Promise<Outcome<{ readonly quote: ReadQuote }>> => {
    const quoteId = parseQuoteId(text);
    const stored = quoteId && (await quotes.read(caller, quoteId));
    return stored ? succeed(answerQuote(stored)) : refuse(quoteNotFound(text));
  };
}
