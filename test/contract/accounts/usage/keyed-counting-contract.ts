import { describe, expect, it } from '@jest/globals';
import type { KeyedAnswer } from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { accountFactory, type LedgerUnderTest, readUsage } from './account-ledger-contract.ts';

const NOON = new Date('2026-11-21T12:00:00Z');

/** A keyed call's answer; each changed part makes it another call. */
export const keyedAnswer = (
  { orgId, mode }: Account,
  changes: { key?: string; bodyHash?: string; body?: string; at?: Date } = {},
): KeyedAnswer => {
  const { key = 'key-1', bodyHash = 'hash', body = '{"status":"success"}', at = NOON } = changes;
  return { call: { orgId, mode, operation: 'price-lanes', key, bodyHash, at }, body };
};

/** Contract of every ledger for calls with an Idempotency-Key. */
export function describeKeyedCounting(name: string, underTest: () => LedgerUnderTest): void {
  describe(`counting calls with an Idempotency-Key: ${name}`, () => {
    const newAccount = accountFactory(underTest);

    it('counts once and stores the answer', async () => {
      const { ledger, answers } = underTest();
      const account = await newAccount();
      const usage = await readUsage(ledger, account);
      const first = keyedAnswer(account, { body: '{"rate":1}' });
      const second = keyedAnswer(account, { body: '{"rate":2}' });

      const results = [await usage.countAnswered(first), await usage.countAnswered(second)];

      const answeredBefore = expect.objectContaining({ bodyHash: 'hash', body: '{"rate":1}' });
      expect(results).toEqual([
        { counted: true, used: 1 },
        { call: second.call, answeredBefore },
      ]);
      expect(await answers.find(second.call)).toEqual(answeredBefore);
      expect(await readUsage(ledger, account)).toMatchObject({ used: 1 });
    });

    it('counts another key, mode or operation separately', async () => {
      const { ledger } = underTest();
      const account = await newAccount();
      const usage = await readUsage(ledger, account);
      const { call, body } = keyedAnswer(account);
      const others = [call, { ...call, key: 'key-2' }, { ...call, operation: 'create-quote' }];
      const live = { ...account, mode: 'live' } as const;

      for (const other of others) {
        expect(await usage.countAnswered({ call: other, body })).toMatchObject({ counted: true });
      }
      const liveUsage = await readUsage(ledger, live);
      expect(await liveUsage.countAnswered(keyedAnswer(live))).toEqual({ counted: true, used: 1 });
      expect(await readUsage(ledger, account)).toMatchObject({ used: 3 });
    });

    it('stores nothing for a call above the limit', async () => {
      const { ledger, answers } = underTest();
      const account = await newAccount({ usageLimit: 1 });
      const usage = await readUsage(ledger, account);
      await usage.count();
      const answer = keyedAnswer(account);

      expect(await usage.countAnswered(answer)).toEqual({ counted: false, used: 1 });
      expect(await answers.find(answer.call)).toBeUndefined();
    });

    it('replays the answer also at the limit', async () => {
      const { ledger } = underTest();
      const account = await newAccount({ usageLimit: 1 });
      const usage = await readUsage(ledger, account);
      await usage.countAnswered(keyedAnswer(account));

      expect(await usage.countAnswered(keyedAnswer(account))).toHaveProperty('answeredBefore');
      const other = keyedAnswer(account, { key: 'key-2' });
      expect(await usage.countAnswered(other)).toEqual({ counted: false, used: 1 });
    });

    it('discards the answer after 24 hours, to the millisecond', async () => {
      const { ledger, answers } = underTest();
      const account = await newAccount();
      const usage = await readUsage(ledger, account);
      await usage.countAnswered(keyedAnswer(account));
      const last = keyedAnswer(account, { at: new Date('2026-11-22T11:59:59.999Z') });
      const late = keyedAnswer(account, { at: new Date('2026-11-22T12:00:00Z') });

      expect(await answers.find(last.call)).toBeDefined();
      expect(await usage.countAnswered(last)).toHaveProperty('answeredBefore');
      expect(await answers.find(late.call)).toBeUndefined();
      expect(await usage.countAnswered(late)).toMatchObject({ counted: true });
      expect(await answers.find(last.call)).toBeDefined();
      expect(await readUsage(ledger, account)).toMatchObject({ used: 2 });
    });

    it('stores long answers and unusual keys completely', async () => {
      const { ledger, answers } = underTest();
      const account = await newAccount();
      const noise = Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 1013).join();
      const body = JSON.stringify({ noise, city: 'Cañon – 東京' });
      const answer = keyedAnswer(account, { key: '#!~"'.padEnd(255, '#'), body });

      await (await readUsage(ledger, account)).countAnswered(answer);

      expect(await answers.find(answer.call)).toMatchObject({ body });
    });

    it('answers 40 concurrent calls with one key with the same answer and counts one call', async () => {
      const { ledger } = underTest();
      const account = await newAccount({ usageLimit: 1 });
      const call = async (index: number) =>
        (await readUsage(ledger, account)).countAnswered(keyedAnswer(account, { body: `"${index}"` }));

      const results = await Promise.all(Array.from({ length: 40 }, (_, index) => call(index)));

      const winner = results.findIndex((result) => 'counted' in result);
      const others = results.filter((_, index) => index !== winner);
      expect(results[winner]).toMatchObject({ counted: true });
      for (const other of others) {
        expect(other).toMatchObject({ answeredBefore: { body: `"${winner}"` } });
      }
      expect(await readUsage(ledger, account)).toMatchObject({ used: 1 });
    });
  });
}
