import { describe, expect, it } from '@jest/globals';
import type { IdempotencyStore } from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import type {
  AccountLedger,
  Counting,
  UsageAccount,
} from '../../../../shared/accounts/usage/account-ledger.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';

export interface LedgerUnderTest {
  readonly ledger: AccountLedger;
  readonly answers: IdempotencyStore;
  addOrganization(orgId: string, facts: { billing: boolean; usageLimit: number }): Promise<void>;
}

const PERIOD = '2026-11';
let organizations = 0;

/** @throws Error without the organization. */
export async function openAccount(
  ledger: AccountLedger,
  holder: Account,
  period = PERIOD,
): Promise<UsageAccount> {
  const account = await ledger.read(holder, period);
  if (!account) throw new Error(`no account of ${holder.orgId}`);
  return account;
}

/** Makes organizations, each once, and answers who calls for it. */
export function holdersOf(underTest: () => LedgerUnderTest) {
  return async (facts: { billing?: boolean; usageLimit?: number } = {}): Promise<Account> => {
    const orgId = `org_contract_${++organizations}`;
    await underTest().addOrganization(orgId, { billing: true, usageLimit: 100, ...facts });
    return { orgId, mode: 'test' };
  };
}

/** What every ledger does, whatever it is made of. */
export function describeAccountLedger(name: string, underTest: () => LedgerUnderTest): void {
  describe(`account ledger: ${name}`, () => {
    const newHolder = holdersOf(underTest);

    it('reads an organization that has not called yet', async () => {
      const holder = await newHolder({ billing: false, usageLimit: 7 });

      const account = await openAccount(underTest().ledger, holder);

      expect(account).toMatchObject({ billing: false, usageLimit: 7, used: 0 });
    });

    it('knows no account of an organization that is not there', async () => {
      expect(await underTest().ledger.read({ orgId: 'org_nobody', mode: 'live' }, PERIOD)).toBeUndefined();
    });

    it('counts up, and the next reading sees it', async () => {
      const { ledger } = underTest();
      const holder = await newHolder();

      const first = await (await openAccount(ledger, holder)).count();
      const second = await (await openAccount(ledger, holder)).count();

      expect([first, second]).toEqual([
        { counted: true, used: 1 },
        { counted: true, used: 2 },
      ]);
      expect(await openAccount(ledger, holder)).toMatchObject({ used: 2 });
    });

    it('stops at the limit, and tells the count that was reached', async () => {
      const { ledger } = underTest();
      const holder = await newHolder({ usageLimit: 2 });
      const account = await openAccount(ledger, holder);

      const countings = [await account.count(), await account.count(), await account.count()];

      expect(countings.map(({ counted }) => counted)).toEqual([true, true, false]);
      expect(countings.at(-1)).toEqual({ counted: false, used: 2 });
      expect(await openAccount(ledger, holder)).toMatchObject({ used: 2 });
    });

    it('counts nothing for a limit of 0', async () => {
      const holder = await newHolder({ usageLimit: 0 });

      const counting = await (await openAccount(underTest().ledger, holder)).count();

      expect(counting).toEqual({ counted: false, used: 0 });
    });

    it('keeps test and live calls, and months, apart', async () => {
      const { ledger } = underTest();
      const holder = await newHolder({ usageLimit: 1 });
      const live: Account = { ...holder, mode: 'live' };

      const countings: Counting[] = [];
      for (const [who, period] of [
        [holder, '2026-11'],
        [live, '2026-11'],
        [holder, '2026-12'],
        [holder, '2026-11'],
      ] as const) {
        countings.push(await (await openAccount(ledger, who, period)).count());
      }

      expect(countings.map(({ counted }) => counted)).toEqual([true, true, true, false]);
    });

    it('lets exactly 100 of 200 calls at once through at a limit of 100', async () => {
      const { ledger } = underTest();
      const holder = await newHolder({ usageLimit: 100 });
      const call = async () => (await openAccount(ledger, holder)).count();

      const countings = await Promise.all(Array.from({ length: 200 }, call));

      const counted = countings.filter((counting) => counting.counted);
      expect(counted).toHaveLength(100);
      expect(new Set(counted.map(({ used }) => used)).size).toBe(100);
      expect(countings.filter((counting) => !counting.counted && counting.used !== 100)).toEqual([]);
      expect(await openAccount(ledger, holder)).toMatchObject({ used: 100 });
    });
  });
}
