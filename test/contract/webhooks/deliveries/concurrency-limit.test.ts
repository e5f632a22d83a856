import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { InFlightLease } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { type DeliveriesUnderTest, newName, startDeliveries } from './deliveries-under-test.ts';

const LIMIT = 100;
const START = new Date('2026-03-02T10:00:00.000Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);

let table: DeliveriesUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

const countOf = (leases: readonly InFlightLease[]) => leases.reduce((sum, { count }) => sum + count, 0);
const usedOf = async (orgId: string) =>
  (await table.items(`SLOTS#${orgId}`)).reduce((sum, { used }) => sum + Number(used), 0);

describe('the concurrency limit of an organization', () => {
  it('is not exceeded by 50 concurrent workers, on a wire that loses requests and responses', async () => {
    const orgId = newName('org');
    let [held, most, sendings] = [0, 0, 0];
    table.disturb(({ attempt }) => {
      sendings += 1;
      if (attempt > 1) return undefined;
      if (sendings % 7 === 0) return 'lost';
      return sendings % 5 === 0 ? 'applied-then-broken' : undefined;
    });

    const worker = async (seed: number): Promise<number> => {
      const concurrencyLimit = table.newConcurrencyLimit();
      let taken = 0;
      for (let round = 0; round < 4; round++) {
        const wanted = 1 + ((seed * 7 + round * 3) % 10);
        const leases = await concurrencyLimit.acquire(orgId, wanted, LIMIT, later(60), START);
        held += countOf(leases);
        most = Math.max(most, held);
        taken += countOf(leases);
        await wait(seed % 5);
        for (let lease of leases) {
          while (lease.count > 0) {
            const count = Math.min(lease.count, 1 + (round % 3));
            held -= count;
            lease = await concurrencyLimit.release(lease, count);
          }
        }
      }
      return taken;
    };
    const taken = await Promise.all(Array.from({ length: 50 }, (_, seed) => worker(seed)));

    expect(most).toBeLessThanOrEqual(LIMIT);
    expect(most).toBeGreaterThan(LIMIT / 4);
    expect(taken.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(LIMIT);
    expect(await usedOf(orgId)).toBe(0);
  });

  it('can be used completely, and not exceeded', async () => {
    const [orgId, concurrencyLimit] = [newName('org'), table.newConcurrencyLimit()];

    const leases = await concurrencyLimit.acquire(orgId, 250, LIMIT, later(60), START);

    expect(countOf(leases)).toBe(LIMIT);
    expect(await table.newConcurrencyLimit().acquire(orgId, 1, LIMIT, later(60), START)).toEqual([]);
    expect(countOf(await concurrencyLimit.acquire(newName('org'), 10, LIMIT, later(60), START))).toBe(10);
  });

  it('allows four leases of ten below a limit of 60, also with leases of the other queue', async () => {
    const [orgId, concurrencyLimit] = [newName('org'), table.newConcurrencyLimit()];
    const slowQueue = async (count: number) =>
      countOf(await concurrencyLimit.acquire(orgId, count, LIMIT, later(60), START));
    for (let one = 0; one < 5; one++) expect(await slowQueue(1)).toBe(1);
    const tens = async () =>
      countOf(await table.newConcurrencyLimit().acquire(orgId, 10, 60, later(60), START, 10));

    expect([await tens(), await tens(), await tens(), await tens()]).toEqual([10, 10, 10, 10]);
    expect(await tens()).toBe(0);
    expect(await slowQueue(100)).toBe(55);
  });

  it('grants no leases smaller than the least count', async () => {
    const [orgId, concurrencyLimit] = [newName('org'), table.newConcurrencyLimit()];
    const leases = await concurrencyLimit.acquire(orgId, 250, LIMIT, later(60), START);
    for (const lease of leases) await concurrencyLimit.release(lease, 3);
    const other = table.newConcurrencyLimit();

    expect(await other.acquire(orgId, 25, LIMIT, later(60), START, 4)).toEqual([]);
    expect(countOf(await other.acquire(orgId, 25, LIMIT, later(60), START, 3))).toBe(12);
    expect(await usedOf(orgId)).toBe(LIMIT);
  });

  it('is available again when leases expire, and a late release has no effect', async () => {
    const orgId = newName('org');
    const expired = await table.newConcurrencyLimit().acquire(orgId, 250, LIMIT, later(60), START);
    const concurrencyLimit = table.newConcurrencyLimit();
    expect(await concurrencyLimit.acquire(orgId, 10, LIMIT, later(100), later(59))).toEqual([]);

    const leases = await concurrencyLimit.acquire(orgId, 250, LIMIT, later(200), later(60));

    expect(countOf(leases)).toBe(LIMIT);
    for (const lease of expired) await concurrencyLimit.release(lease, lease.count);
    expect(await usedOf(orgId)).toBe(LIMIT);
    for (const lease of leases) await concurrencyLimit.release(lease, lease.count);
    expect(await usedOf(orgId)).toBe(0);
  });

  it('removes an expired lease once among concurrent callers', async () => {
    for (let round = 0; round < 5; round++) {
      const orgId = newName('org');
      await table.newConcurrencyLimit().acquire(orgId, 250, LIMIT, later(60), START);

      const taken = await Promise.all(
        Array.from({ length: 8 }, () =>
          table.newConcurrencyLimit().acquire(orgId, 250, LIMIT, later(200), later(60)),
        ),
      );

      expect(countOf(taken.flat())).toBeLessThanOrEqual(LIMIT);
      expect(countOf(taken.flat())).toBeGreaterThan(0);
      expect(await usedOf(orgId)).toBe(countOf(taken.flat()));
    }
  });

  it('needs no write while an organization is at its limit, except the first in ten seconds', async () => {
    const [orgId, concurrencyLimit] = [newName('org'), table.newConcurrencyLimit()];
    await concurrencyLimit.acquire(orgId, 250, LIMIT, later(60), START);
    let writes = 0;
    table.disturb(({ operation }) => {
      if (operation === 'UpdateItem') writes += 1;
      return undefined;
    });

    const other = table.newConcurrencyLimit();
    for (let call = 0; call < 20; call++) await other.acquire(orgId, 10, LIMIT, later(60), START);
    expect(writes).toBeLessThanOrEqual(1);
    for (let call = 0; call < 20; call++) await other.acquire(orgId, 10, LIMIT, later(60), later(10));
    expect(writes).toBeLessThanOrEqual(2);
  });

  it('needs one write to acquire and one to release below the limit', async () => {
    const [orgId, concurrencyLimit] = [newName('org'), table.newConcurrencyLimit()];
    const operations: string[] = [];
    table.disturb(({ operation }) => {
      operations.push(operation);
      return undefined;
    });

    const [lease] = await concurrencyLimit.acquire(orgId, 10, LIMIT, later(60), START);
    if (lease === undefined) throw new Error('there was room');
    await concurrencyLimit.release(lease, 10);

    expect(operations).toEqual(['UpdateItem', 'UpdateItem']);
  });

  it('gives more than half of a shard to one of many concurrent runs, and the rest to others', async () => {
    const orgId = newName('org');
    const acquire = (wanted: number, least: number) =>
      table
        .newConcurrencyLimit()
        .acquireInShard({ orgId, shard: 2 }, { wanted, least, limit: LIMIT }, later(60), START);

    const leases = await Promise.all(Array.from({ length: 10 }, () => acquire(20, 13)));
    const [held] = leases.filter((lease) => lease !== undefined);

    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
    expect(held).toMatchObject({ orgId, shard: 2, count: 20 });
    expect(await acquire(25, 13)).toBeUndefined();
    expect((await acquire(25, 1))?.count).toBe(5);
    if (held !== undefined) await table.newConcurrencyLimit().release(held, 20);
    expect((await acquire(25, 13))?.count).toBe(20);
    expect(await usedOf(orgId)).toBe(25);
  });

  it('gives expired leases of a shard to its next run', async () => {
    const orgId = newName('org');
    const acquire = (until: Date, at: Date) =>
      table
        .newConcurrencyLimit()
        .acquireInShard({ orgId, shard: 0 }, { wanted: 25, least: 13, limit: LIMIT }, until, at);

    expect((await acquire(later(10), START))?.count).toBe(25);
    expect(await acquire(later(60), later(9))).toBeUndefined();
    expect((await acquire(later(60), later(10)))?.count).toBe(25);
    expect(await usedOf(orgId)).toBe(25);
  });
});
