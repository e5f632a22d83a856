import { describe, expect, it } from '@jest/globals';
import type { IdempotencyStore } from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import type {
  AccountLedger,
  AccountUsage,
  CountResult,
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
export async function readUsage(
  ledger: AccountLedger,
  account: Account,
  period = PERIOD,
): Promise<AccountUsage> {
  const usage = await ledger.read(account, period);
  if (!usage) throw new Error(`no usage of ${account.orgId}`);
  return usage;
}

/** Makes organizations, each once, and answers who calls for it. */
export function accountFactory(underTest: () => LedgerUnderTest) {
  return async (facts: { billing?: boolean; usageLimit?: number } = {}): Promise<Account> => {
    const orgId = `org_contract_${++organizations}`;
    await underTest().addOrganization(orgId, { billing: true, usageLimit: 100, ...facts });
    return { orgId, mode: 'test' };
  };
}

/** What every ledger does, whatever it is made of. */
export function describeAccountLedger(name: string, underTest: () => LedgerUnderTest): void {
  describe(`account ledger: ${name}`, () => {
    const newAccount = accountFactory(underTest);

    it('reads an organization that has not called yet', async () => {
      const account = await newAccount({ billing: false, usageLimit: 7 });

      const usage = await readUsage(underTest().ledger, account);

      expect(usage).toMatchObject({ billing: false, usageLimit: 7, used: 0 });
    });

    it('returns undefined for an unknown organization', async () => {
      expect(await underTest().ledger.read({ orgId: 'org_nobody', mode: 'live' }, PERIOD)).toBeUndefined();
    });

    it('counts up, and the next reading sees it', async () => {
      const { ledger } = underTest();
      const account = await newAccount();

      const first = await (await readUsage(ledger, account)).count();
      const second = await (await readUsage(ledger, account)).count();

      expect([first, second]).toEqual([
        { counted: true, used: 1 },
        { counted: true, used: 2 },
      ]);
      expect(await readUsage(ledger, account)).toMatchObject({ used: 2 });
    });

    it('stops at the limit, and tells the count that was reached', async () => {
      const { ledger } = underTest();
      const account = await newAccount({ usageLimit: 2 });
      const usage = await readUsage(ledger, account);

      const results = [await usage.count(), await usage.count(), await usage.count()];

      expect(results.map(({ counted }) => counted)).toEqual([true, true, false]);
      expect(results.at(-1)).toEqual({ counted: false, used: 2 });
      expect(await readUsage(ledger, account)).toMatchObject({ used: 2 });
    });

    it('counts nothing for a limit of 0', async () => {
      const account = await newAccount({ usageLimit: 0 });

      const result = await (await readUsage(underTest().ledger, account)).count();

      expect(result).toEqual({ counted: false, used: 0 });
    });

    it('keeps test and live calls, and months, apart', async () => {
      const { ledger } = underTest();
      const account = await newAccount({ usageLimit: 1 });
      const live: Account = { ...account, mode: 'live' };

      const results: CountResult[] = [];
      for (const [who, period] of [
        [account, '2026-11'],
        [live, '2026-11'],
        [account, '2026-12'],
        [account, '2026-11'],
      ] as const) {
        results.push(await (await readUsage(ledger, who, period)).count());
      }

      expect(results.map(({ counted }) => counted)).toEqual([true, true, true, false]);
    });

    it('lets exactly 100 of 200 calls at once through at a limit of 100', async () => {
      const { ledger } = underTest();
      const account = await newAccount({ usageLimit: 100 });
      const call = async () => (await readUsage(ledger, account)).count();

      const results = await Promise.all(Array.from({ length: 200 }, call));

      const counted = results.filter((result) => result.counted);
      expect(counted).toHaveLength(100);
      expect(new Set(counted.map(({ used }) => used)).size).toBe(100);
      expect(results.filter((result) => !result.counted && result.used !== 100)).toEqual([]);
      expect(await readUsage(ledger, account)).toMatchObject({ used: 100 });
    });
  });
}
