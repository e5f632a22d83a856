import type { Account } from '../../shared/platform/account/account.ts';
import type { QuoteId } from '../../shared/quotes/record/stored-quote.ts';
import type { QuoteCopies } from '../../shared/quotes/store/dynamodb-quote-copies.ts';

/** Copies between sets of quotes that a test fills. */
export function quoteCopiesUnderTest() {
  const key = (table: string, { orgId, mode }: Account, quoteId: QuoteId) =>
    `${table} ${orgId} ${mode} ${quoteId}`;
  const stored = new Set<string>();
  const port: QuoteCopies = {
    copy: async (account, quoteId, fromTable) => {
      if (!stored.has(key(fromTable, account, quoteId))) return 'absent';
      if (stored.has(key('live', account, quoteId))) return 'present';
      stored.add(key('live', account, quoteId));
      return 'copied';
    },
  };
  return {
    ...port,
    /** Stores a quote in a table. */
    put: (table: string, account: Account, quoteId: QuoteId) => void stored.add(key(table, account, quoteId)),
  };
}
