import { describe, expect, it } from '@jest/globals';
import type { KeyedAnswer } from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { holdersOf, type LedgerUnderTest, openAccount } from './account-ledger-contract.ts';

const NOON = new Date('2026-11-21T12:00:00Z');

/** A keyed call's answer; each changed part makes it another call. */
export const keyedAnswer = (
  { orgId, mode }: Account,
  changes: { key?: string; bodyHash?: string; body?: string; at?: Date } = {},
): KeyedAnswer => {
  const { key = 'key-1', bodyHash = 'hash', body = '{"status":"success"}', at = NOON } = changes;
  return { call: { orgId, mode, operation: 'price-lanes', key, bodyHash, at }, body };
};

/** What every ledger does for calls with an Idempotency-Key. */
export function describeKeyedCounting(name: string, underTest: () => LedgerUnderTest): void {
  describe(`counting calls with an Idempotency-Key: ${name}`, () => {
    const newHolder = holdersOf(underTest);

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
}
