import type { Account } from '../../shared/platform/account/account.ts';
import type { QuoteId } from '../../shared/quotes/record/quote-id.ts';
import { quoteCreatedAt } from '../../shared/quotes/record/quote-id.ts';
import { quoteStatus } from '../../shared/quotes/record/quote-status.ts';
import type {
  NewQuote,
  QuoteFilter,
  QuoteStore,
  StoredQuote,
} from '../../shared/quotes/record/quote-store.ts';

interface StoredItem extends NewQuote {
  readonly account: string;
  /** Day of the creation. */
  readonly day: string;
  convertedAt?: string;
}

export interface InMemoryQuotes<Extra> {
  readonly now: () => Date;
  readonly hasExtra?: (extra: Extra) => boolean;
  readonly writeExtra?: (extra: Extra) => void;
}

/** Quotes in a map. Every method scans all quotes; tests compare the DynamoDB store with it. */
export function createInMemoryQuoteStore<Extra = never>({
  now,
  hasExtra,
  writeExtra,
}: InMemoryQuotes<Extra>): QuoteStore<Extra> {
  const kept = new Map<QuoteId, StoredItem>();
  const made = new Map<string, number>();
  const today = () => now().toISOString().slice(0, 10);
  const of = ({ orgId, mode }: Account) => `${orgId} ${mode}`;

  const stored = ({ account: _account, day: _day, ...quote }: StoredItem): StoredQuote =>
    structuredClone({ ...quote, status: quoteStatus(quote, today()) });

  const find = (account: Account, quoteId: QuoteId): StoredItem | undefined => {
    const quote = kept.get(quoteId);
    return quote?.account === of(account) ? quote : undefined;
  };

  const matches = (quote: StoredItem, { status, start, end }: QuoteFilter, on: string): boolean =>
    (status === undefined || status === quoteStatus(quote, on)) &&
    (start === undefined || quote.day >= start) &&
    (end === undefined || quote.day <= end);

  return {
    create: async (account, quote, extra, monthlyLimit = Number.POSITIVE_INFINITY) => {
      const month = `${of(account)} ${quoteCreatedAt(quote.quoteId).toISOString().slice(0, 7)}`;
      const used = made.get(month) ?? 0;
      if (extra !== undefined && hasExtra?.(extra)) return { outcome: 'extra-write-rejected' };
      if (used >= monthlyLimit) return { outcome: 'over-limit', used };
      if (extra !== undefined) writeExtra?.(extra);
      made.set(month, used + 1);
      const day = quoteCreatedAt(quote.quoteId).toISOString().slice(0, 10);
      kept.set(quote.quoteId, { ...structuredClone(quote), account: of(account), day });
      return { outcome: 'created', ...(Number.isFinite(monthlyLimit) ? { used: used + 1 } : {}) };
    },
    read: async (account, quoteId) => {
      const quote = find(account, quoteId);
      return quote && stored(quote);
    },
    list: async (account, filter, limit, offset) => {
      const on = today();
      const found = [...kept.values()]
        .filter((quote) => quote.account === of(account) && matches(quote, filter, on))
        .sort((a, b) => (a.quoteId < b.quoteId ? 1 : -1));
      const rows = found.slice(offset, offset + limit).map((quote) => ({
        quoteId: quote.quoteId,
        status: quoteStatus(quote, on),
        ...quote.summary,
      }));
      return { rows, totalCount: found.length };
    },
    convert: async (account, quoteId) => {
      const quote = find(account, quoteId);
      if (quote === undefined) return { outcome: 'not-found' };
      if (quoteStatus(quote, today()) === 'expired') return { outcome: 'expired' };
      quote.convertedAt ??= now().toISOString();
      return { outcome: 'converted', quote: stored(quote) };
    },
    delete: async (account, quoteId) =>
      find(account, quoteId) !== undefined && kept.delete(quoteId) ? 'deleted' : 'not-found',
  };
}
