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

/** @throws Error if the organization is unknown. */
export async function readUsage(
  ledger: AccountLedger,
  account: Account,
  period = PERIOD,
): Promise<AccountUsage> {
  const usage = await ledger.read(account, period);
  if (!usage) throw new Error(`no usage of ${account.orgId}`);
  return usage;
}

/** Creates a function that adds a new organization and returns its account. */
export function accountFactory(underTest: () => LedgerUnderTest) {
  return async (facts: { billing?: boolean; usageLimit?: number } = {}): Promise<Account> => {
    const orgId = `org_contract_${++organizations}`;
    await underTest().addOrganization(orgId, { billing: true, usageLimit: 100, ...facts });
    return { orgId, mode: 'test' };
  };
}

/** Contract of every ledger. */
export function describeAccountLedger(name: string, underTest: () => LedgerUnderTest): void {
  describe(`account ledger: ${name}`, () => {
    const newAccount = accountFactory(underTest);

    it('reads an organization without calls', async () => {
      const account = await newAccount({ billing: false, usageLimit: 7 });

      const usage = await readUsage(underTest().ledger, account);

      expect(usage).toMatchObject({ billing: false, usageLimit: 7, used: 0 });
    });

    it('returns undefined for an unknown organization', async () => {
      expect(await underTest().ledger.read({ orgId: 'org_unknown', mode: 'live' }, PERIOD)).toBeUndefined();
    });

    it('counts a call, and the next read includes it', async () => {
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

    it('stops at the limit and returns the count', async () => {
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

    it('counts modes and months separately', async () => {
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

    it('permits exactly 100 of 200 concurrent calls at a limit of 100', async () => {
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
