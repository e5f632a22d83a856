import type { Account } from '../../shared/platform/account/account.ts';
import type { QuoteRecounts, Recount } from '../../shared/quotes/store/dynamodb-quote-recount.ts';

export interface RecountsUnderTest extends QuoteRecounts {
  /** Sets the result of recounts of an account's quotes, until one fixes its differences. */
  set(account: Account, recount: Recount): void;
}

/** Recounts with results that a test sets. */
export function recountsUnderTest(): RecountsUnderTest {
  const found = new Map<string, Account & Recount>();
  const key = ({ orgId, mode }: Account) => `${orgId} ${mode}`;
  return {
    set: (account, recount) => {
      found.set(key(account), { ...account, ...recount });
    },
    accounts: async () => [...found.values()].map(({ orgId, mode }) => ({ orgId, mode })),
    recount: async (account, fix) => {
      const { quotes, differences } = found.get(key(account)) ?? { quotes: 0, differences: [] };
      if (fix) found.set(key(account), { ...account, quotes, differences: [] });
      return { quotes, differences };
    },
  };
}
