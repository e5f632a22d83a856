import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { countInMinute, requestsKey } from '../../../../shared/webhooks/limits/minute-limit.ts';
import {
  limitCalls,
  limitsOf,
  type Places,
  releasePlaces,
  takePlaces,
} from '../../../../shared/webhooks/limits/places.ts';
import {
  type DeliveriesUnderTest,
  faultsInTurn,
  newAccount,
  startDeliveries,
} from '../deliveries/deliveries-under-test.ts';

const AT = new Date('2026-03-02T10:00:30.000Z');
const seconds = (count: number) => new Date(AT.getTime() + count * 1000);

let table: DeliveriesUnderTest;
beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

const take = (orgId: string, wanted: number, more: object = {}, at = AT) =>
  takePlaces(table, { orgId, limit: 'deliveries', wanted, most: 100, until: seconds(60), ...more }, at);
const usedOf = async (orgId: string) =>
  Number((await table.item({ pk: limitsOf(orgId), sk: 'deliveries' }))?.used ?? 0);

describe('places of an organization', () => {
  it('are never more than the limit, whatever many concurrent holders do on a wire that loses requests and responses', async () => {
    const { orgId } = newAccount();
    table.disturb(faultsInTurn([undefined, 'applied-then-broken', 'lost', undefined, 'applied-then-broken']));
    let held = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        for (let round = 0; round < 3; round++) {
          const taken = await take(orgId, 1 + ((index * 7 + round) % 20));
          if (typeof taken === 'string') continue;
          held += taken.count;
          most = Math.max(most, held);
          await new Promise((resolve) => setTimeout(resolve, 5));
          held -= taken.count;
          await releasePlaces(table, taken);
        }
      }),
    );
    expect(most).toBeLessThanOrEqual(100);
    expect(most).toBeGreaterThan(20);
    expect(await usedOf(orgId)).toBe(0);
  });

  it('are held by one holder of a name at a time', async () => {
    const { orgId } = newAccount();
    const results = await Promise.all(Array.from({ length: 10 }, () => take(orgId, 5, { name: 'wh_1' })));
    expect(results.filter((taken) => taken === 'busy')).toHaveLength(9);
  });

  it('keep their number under any sequence of holders, releases, expiries and names', async () => {
    const step = fc.record({
      wanted: fc.integer({ min: 1, max: 60 }),
      name: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
      lasts: fc.integer({ min: 1, max: 20 }),
      passes: fc.integer({ min: 0, max: 10 }),
      releases: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { orgId } = newAccount();
        const held: (Places & { readonly until: number })[] = [];
        let now = 0;
        for (const { wanted, name, lasts, passes, releases } of steps) {
          now += passes;
          const until = now + lasts;
          // A holder that was killed, or is late: its places may be taken by others.
          const late = held.find((one) => one.until <= now);
          if (late) {
            held.splice(held.indexOf(late), 1);
            await releasePlaces(table, late);
          }
          const open = held.filter((one) => one.until > now);
          const free = 100 - open.reduce((sum, { count }) => sum + count, 0);
          const isBusy = open.some((one) => one.name === `holder_${name}`);
          const taken = await take(
            orgId,
            wanted,
            { until: seconds(until), ...(name && { name }) },
            seconds(now),
          );
          const expected = isBusy ? 'busy' : free === 0 ? 'full' : Math.min(wanted, free);
          expect(typeof taken === 'string' ? taken : taken.count).toBe(expected);
          if (typeof taken === 'string') continue;
          if (releases) await releasePlaces(table, taken);
          else held.push({ ...taken, until });
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('requests of a minute', () => {
  it('are counted exactly under concurrency, by mode, and begin again with each minute', async () => {
    const { orgId } = newAccount();
    const count = (wanted: number, mode: Account['mode'] = 'live', at = AT) =>
      countInMinute(table, requestsKey({ orgId, mode }, at), wanted, 30, at);
    const all = await Promise.all(Array.from({ length: 20 }, () => count(4)));
    expect(all.reduce((sum, counted) => sum + counted, 0)).toBe(30);
    expect([await count(1), await count(1, 'test'), await count(50, 'live', seconds(30))]).toEqual([
      0, 1, 30,
    ]);
  });
});

it('calls of a kind above the limit of their organization are rejected, until one ends or fails', async () => {
  const { orgId } = newAccount();
  const limit = { calls: 'tests', most: 2, leaseMs: 60_000, retryAfter: 5 };
  const run = <T>(call: () => Promise<T>, of = orgId) => limitCalls(table, of, limit, call);
  const opened = Promise.withResolvers<string>();
  const running = await Promise.all(
    [1, 2].map(async () => {
      const started = Promise.withResolvers<void>();
      const ended = run(() => {
        started.resolve();
        return opened.promise;
      });
      await started.promise;
      return { ended };
    }),
  );
  expect(await run(async () => 'ran')).toMatchObject({
    ok: false,
    rejection: {
      kind: 'rate-limited',
      retryAfter: 5,
      message: expect.stringContaining('At most 2 tests of'),
    },
  });
  expect(await run(async () => 'ran', newAccount().orgId)).toBe('ran');
  opened.resolve('done');
  expect(await Promise.all(running.map(({ ended }) => ended))).toEqual(['done', 'done']);
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await Promise.all([1, 2].map(() => run(async () => 'ran')))).toEqual(['ran', 'ran']);
});
