import type { Account } from '../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { answerQuote } from './answer-quote.ts';
import { quoteExpired, quoteNotFound } from './pricing/quote-rejections.ts';
import type { ReadQuote } from './record/quote-document.ts';
import { parseQuoteId } from './record/quote-id.ts';
import type { QuoteStore } from './record/quote-store.ts';

/**
 * Converts an active quote. For a converted quote the answer is the same.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function convertQuoteUseCase(quotes: Pick<QuoteStore, 'convert'>) {
  return async (text: string, caller: Account): Promise<Outcome<{ readonly quote: ReadQuote }>> => {
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return reject(quoteNotFound(text));
    const conversion = await quotes.convert(caller, quoteId);
    switch (conversion.outcome) {
      case 'converted':
        return succeed(answerQuote(conversion.quote));
      case 'expired':
        return reject(quoteExpired(quoteId));
      case 'not-found':
        return reject(quoteNotFound(quoteId));
    }
  };
}
