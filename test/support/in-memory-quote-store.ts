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

interface Kept extends NewQuote {
  readonly holder: string;
  /** Of its creation. */
  readonly day: string;
  convertedAt?: string;
}

export interface InMemoryQuotes<Companion> {
  readonly now: () => Date;
  readonly hasCompanion?: (companion: Companion) => boolean;
  readonly writeCompanion?: (companion: Companion) => void;
}

/** Quotes in a map, each question answered by looking at all of them: the oracle of the real adapter. */
export function createInMemoryQuoteStore<Companion = never>({
  now,
  hasCompanion,
  writeCompanion,
}: InMemoryQuotes<Companion>): QuoteStore<Companion> {
  const kept = new Map<QuoteId, Kept>();
  const made = new Map<string, number>();
  const today = () => now().toISOString().slice(0, 10);
  const of = ({ orgId, mode }: Account) => `${orgId} ${mode}`;

  const stored = ({ holder: _holder, day: _day, ...quote }: Kept): StoredQuote =>
    structuredClone({ ...quote, status: quoteStatus(quote, today()) });

  const find = (holder: Account, quoteId: QuoteId): Kept | undefined => {
    const quote = kept.get(quoteId);
    return quote?.holder === of(holder) ? quote : undefined;
  };

  const matches = (quote: Kept, { status, start, end }: QuoteFilter, on: string): boolean =>
    (status === undefined || status === quoteStatus(quote, on)) &&
    (start === undefined || quote.day >= start) &&
    (end === undefined || quote.day <= end);

  return {
    create: async (holder, quote, companion, monthlyLimit = Number.POSITIVE_INFINITY) => {
      const month = `${of(holder)} ${quoteCreatedAt(quote.quoteId).toISOString().slice(0, 7)}`;
      const used = made.get(month) ?? 0;
      if (companion !== undefined && hasCompanion?.(companion)) return 'companion-refused';
      if (used >= monthlyLimit) return { overLimit: used };
      if (companion !== undefined) writeCompanion?.(companion);
      made.set(month, used + 1);
      const day = quoteCreatedAt(quote.quoteId).toISOString().slice(0, 10);
      kept.set(quote.quoteId, { ...structuredClone(quote), holder: of(holder), day });
      return 'created';
    },
    read: async (holder, quoteId) => {
      const quote = find(holder, quoteId);
      return quote && stored(quote);
    },
    list: async (holder, filter, limit, offset) => {
      const on = today();
      const found = [...kept.values()]
        .filter((quote) => quote.holder === of(holder) && matches(quote, filter, on))
        .sort((a, b) => (a.quoteId < b.quoteId ? 1 : -1));
      const rows = found.slice(offset, offset + limit).map((quote) => ({
        quoteId: quote.quoteId,
        status: quoteStatus(quote, on),
        ...quote.summary,
      }));
      return { rows, totalCount: found.length };
    },
    convert: async (holder, quoteId) => {
      const quote = find(holder, quoteId);
      if (quote === undefined) return { outcome: 'not-found' };
      if (quoteStatus(quote, today()) === 'expired') return { outcome: 'expired' };
      quote.convertedAt ??= now().toISOString();
      return { outcome: 'converted', quote: stored(quote) };
    },
    delete: async (holder, quoteId) =>
      find(holder, quoteId) !== undefined && kept.delete(quoteId) ? 'deleted' : 'not-found',
  };
}
