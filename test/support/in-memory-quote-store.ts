import type { QuoteId } from '../../shared/quotes/quote-id.ts';
import { quoteCreatedAt } from '../../shared/quotes/quote-id.ts';
import { quoteStatus } from '../../shared/quotes/quote-status.ts';
import type {
  NewQuote,
  QuoteFilter,
  QuoteHolder,
  QuoteStore,
  StoredQuote,
} from '../../shared/quotes/quote-store.ts';

interface Kept extends NewQuote {
  readonly holder: string;
  convertedAt?: string;
}

export interface InMemoryQuotes<Companion> {
  readonly now: () => Date;
  /** Writes a companion, or answers false where it cannot be. */
  readonly writeCompanion?: (companion: Companion) => boolean;
}

/** Quotes in a map, each question answered by looking at all of them: the oracle of the real adapter. */
export function createInMemoryQuoteStore<Companion = never>({
  now,
  writeCompanion,
}: InMemoryQuotes<Companion>): QuoteStore<Companion> {
  const kept = new Map<QuoteId, Kept>();
  const today = () => now().toISOString().slice(0, 10);
  const of = ({ orgId, mode }: QuoteHolder) => `${orgId} ${mode}`;

  const stored = ({ holder: _, ...quote }: Kept): StoredQuote =>
    structuredClone({ ...quote, status: quoteStatus(quote, today()) });

  const find = (holder: QuoteHolder, quoteId: QuoteId): Kept | undefined => {
    const quote = kept.get(quoteId);
    return quote?.holder === of(holder) ? quote : undefined;
  };

  const matches = (quote: Kept, { status, start, end }: QuoteFilter): boolean => {
    const day = quoteCreatedAt(quote.quoteId).toISOString().slice(0, 10);
    return (
      (status === undefined || status === quoteStatus(quote, today())) &&
      (start === undefined || day >= start) &&
      (end === undefined || day <= end)
    );
  };

  return {
    create: async (holder, quote, companion) => {
      if (companion !== undefined && writeCompanion?.(companion) !== true) return 'companion-refused';
      kept.set(quote.quoteId, { ...structuredClone(quote), holder: of(holder) });
      return 'created';
    },
    read: async (holder, quoteId) => {
      const quote = find(holder, quoteId);
      return quote && stored(quote);
    },
    list: async (holder, filter, limit, offset) => {
      const found = [...kept.values()]
        .filter((quote) => quote.holder === of(holder) && matches(quote, filter))
        .sort((a, b) => (a.quoteId < b.quoteId ? 1 : -1));
      const rows = found.slice(offset, offset + limit).map((quote) => ({
        quoteId: quote.quoteId,
        status: quoteStatus(quote, today()),
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
