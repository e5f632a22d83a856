import type { Account } from '../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { DeletedQuote } from './record/quote-document.ts';
import { parseQuoteId } from './record/quote-id.ts';
import type { QuoteStore } from './record/quote-store.ts';
import { quoteNotFound } from './request/quote-rejections.ts';

/**
 * Deletes a quote in any status.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function deleteQuoteUseCase(quotes: Pick<QuoteStore, 'delete'>) {
  return async (text: string, caller: Account): Promise<Outcome<{ readonly quote: DeletedQuote }>> => {
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return reject(quoteNotFound(text));
    switch (await quotes.delete(caller, quoteId)) {
      case 'deleted':
        return succeed({ quote: { quote_id: quoteId, deleted: true } });
      case 'not-found':
        return reject(quoteNotFound(quoteId));
    }
  };
}
