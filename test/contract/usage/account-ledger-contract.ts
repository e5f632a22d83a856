import { describe, expect, it } from '@jest/globals';
import type { AnswerMemory, KeyedAnswer } from '../../../shared/idempotency/answer-memory.ts';
import type {
  Account,
  AccountHolder,
  AccountLedger,
  Counting,
} from '../../../shared/usage/account-ledger.ts';

export interface LedgerUnderTest {
  readonly ledger: AccountLedger;
  readonly answers: AnswerMemory;
  addOrganization(orgId: string, facts: { billing: boolean; usageLimit: number }): Promise<void>;
}

const PERIOD = '2026-11';
let organizations = 0;

async function openAccount(ledger: AccountLedger, holder: AccountHolder, period = PERIOD): Promise<Account> {
  const account = await ledger.read(holder, period);
  if (!account) throw new Error(`no account of ${holder.orgId}`);
  return account;
}

/** A keyed call's answer; each changed part makes it another call. */
export const keyedAnswer = (
  { orgId, mode }: AccountHolder,
  changes: { key?: string; bodyHash?: string; body?: string; at?: Date } = {},
): KeyedAnswer => {
  const { key = 'key-1', bodyHash = 'hash', body = '{"status":"success"}', at = NOON } = changes;
  return { call: { orgId, mode, operation: 'price-lanes', key, bodyHash, at }, body };
};

const NOON = new Date('2026-11-21T12:00:00Z');

/** What every ledger does, whatever it is made of. */
export function describeAccountLedger(name: string, underTest: () => LedgerUnderTest): void {
  describe(`account ledger: ${name}`, () => {
    const newHolder = async (
      facts: { billing?: boolean; usageLimit?: number } = {},
    ): Promise<AccountHolder> => {
      const orgId = `org_contract_${++organizations}`;
      await underTest().addOrganization(orgId, { billing: true, usageLimit: 100, ...facts });
      return { orgId, mode: 'test' };
    };

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
      const live: AccountHolder = { ...holder, mode: 'live' };

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

    describe('with an Idempotency-Key', () => {
      it('counts once, and remembers the answer', async () => {
        const { ledger, answers } = underTest();
        const holder = await newHolder();
        const account = await openAccount(ledger, holder);
        const first = keyedAnswer(holder, { body: '{"rate":1}' });
        const second = keyedAnswer(holder, { body: '{"rate":2}' });

        const countings = [await account.countAnswered(first), await account.countAnswered(second)];

        const answeredBefore = expect.objectContaining({ bodyHash: 'hash', body: '{"rate":1}' });
        expect(countings).toEqual([
          { counted: true, used: 1 },
          { call: second.call, answeredBefore },
        ]);
        expect(await answers.find(second.call)).toEqual(answeredBefore);
        expect(await openAccount(ledger, holder)).toMatchObject({ used: 1 });
      });

      it('counts another key, mode or operation apart', async () => {
        const { ledger } = underTest();
        const holder = await newHolder();
        const account = await openAccount(ledger, holder);
        const { call, body } = keyedAnswer(holder);
        const others = [call, { ...call, key: 'key-2' }, { ...call, operation: 'create-quote' }];
        const live = { ...holder, mode: 'live' } as const;

        for (const other of others) {
          expect(await account.countAnswered({ call: other, body })).toMatchObject({ counted: true });
        }
        const liveAccount = await openAccount(ledger, live);
        expect(await liveAccount.countAnswered(keyedAnswer(live))).toEqual({ counted: true, used: 1 });
        expect(await openAccount(ledger, holder)).toMatchObject({ used: 3 });
      });

      it('remembers nothing of a call above the limit', async () => {
        const { ledger, answers } = underTest();
        const holder = await newHolder({ usageLimit: 1 });
        const account = await openAccount(ledger, holder);
        await account.count();
        const answer = keyedAnswer(holder);

        expect(await account.countAnswered(answer)).toEqual({ counted: false, used: 1 });
        expect(await answers.find(answer.call)).toBeUndefined();
      });

      it('repeats the answer at the limit, too', async () => {
        const { ledger } = underTest();
        const holder = await newHolder({ usageLimit: 1 });
        const account = await openAccount(ledger, holder);
        await account.countAnswered(keyedAnswer(holder));

        expect(await account.countAnswered(keyedAnswer(holder))).toHaveProperty('answeredBefore');
        const other = keyedAnswer(holder, { key: 'key-2' });
        expect(await account.countAnswered(other)).toEqual({ counted: false, used: 1 });
      });

      it('forgets the answer after 24 hours, to the millisecond', async () => {
        const { ledger, answers } = underTest();
        const holder = await newHolder();
        const account = await openAccount(ledger, holder);
        await account.countAnswered(keyedAnswer(holder));
        const last = keyedAnswer(holder, { at: new Date('2026-11-22T11:59:59.999Z') });
        const late = keyedAnswer(holder, { at: new Date('2026-11-22T12:00:00Z') });

        expect(await answers.find(last.call)).toBeDefined();
        expect(await account.countAnswered(last)).toHaveProperty('answeredBefore');
        expect(await answers.find(late.call)).toBeUndefined();
        expect(await account.countAnswered(late)).toMatchObject({ counted: true });
        expect(await answers.find(last.call)).toBeDefined();
        expect(await openAccount(ledger, holder)).toMatchObject({ used: 2 });
      });

      it('keeps long answers and odd keys whole', async () => {
        const { ledger, answers } = underTest();
        const holder = await newHolder();
        const noise = Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 1013).join();
        const body = JSON.stringify({ noise, city: 'Cañon – 東京' });
        const answer = keyedAnswer(holder, { key: '#!~"'.padEnd(255, '#'), body });

        await (await openAccount(ledger, holder)).countAnswered(answer);

        expect(await answers.find(answer.call)).toMatchObject({ body });
      });

      it('answers 40 calls at once with one key by the answer of one, which takes the last call of the limit', async () => {
        const { ledger } = underTest();
        const holder = await newHolder({ usageLimit: 1 });
        const call = async (index: number) =>
          (await openAccount(ledger, holder)).countAnswered(keyedAnswer(holder, { body: `"${index}"` }));

        const countings = await Promise.all(Array.from({ length: 40 }, (_, index) => call(index)));

        const winner = countings.findIndex((counting) => 'counted' in counting);
        const others = countings.filter((_, index) => index !== winner);
        expect(countings[winner]).toMatchObject({ counted: true });
        for (const other of others) {
          expect(other).toMatchObject({ answeredBefore: { body: `"${winner}"` } });
        }
        expect(await openAccount(ledger, holder)).toMatchObject({ used: 1 });
      });
    });
  });
}
