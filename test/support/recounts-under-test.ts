import type { Account } from '../../shared/platform/account/account.ts';
import type { QuoteRecounts, Recount } from '../../shared/quotes/counts/quote-recount.ts';

export interface RecountsUnderTest extends QuoteRecounts {
  /** What a recount of an organization's quotes finds, until it is mended. */
  set(account: Account, recount: Recount): void;
}

/** Recounts that find what they are told to. */
export function recountsUnderTest(): RecountsUnderTest {
  const found = new Map<string, Account & Recount>();
  const key = ({ orgId, mode }: Account) => `${orgId} ${mode}`;
  return {
    set: (account, recount) => {
      found.set(key(account), { ...account, ...recount });
    },
    accounts: async () => [...found.values()].map(({ orgId, mode }) => ({ orgId, mode })),
    recount: async (account, mend) => {
      const { quotes, differences } = found.get(key(account)) ?? { quotes: 0, differences: [] };
      if (mend) found.set(key(account), { ...account, quotes, differences: [] });
      return { quotes, differences };
    },
  };
}
