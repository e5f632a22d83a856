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
}, 180_000);
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

const countOf = (leases: readonly InFlightLease[]) => leases.reduce((sum, { count }) => sum + count, 0);
const usedOf = async (orgId: string) =>
  (await table.items(`SLOTS#${orgId}`)).reduce((sum, { used }) => sum + Number(used), 0);

describe('the places in flight of an organization', () => {
  it('are never more than the limit among 50 who take and give, whatever the wire loses', async () => {
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

  it('can be had to the last one, and no further', async () => {
    const [orgId, concurrencyLimit] = [newName('org'), table.newConcurrencyLimit()];

    const leases = await concurrencyLimit.acquire(orgId, 250, LIMIT, later(60), START);

    expect(countOf(leases)).toBe(LIMIT);
    expect(await table.newConcurrencyLimit().acquire(orgId, 1, LIMIT, later(60), START)).toEqual([]);
    expect(countOf(await concurrencyLimit.acquire(newName('org'), 10, LIMIT, later(60), START))).toBe(10);
  });

  it('are left to the others by those with a lower limit', async () => {
    const [orgId, concurrencyLimit] = [newName('org'), table.newConcurrencyLimit()];

    expect(countOf(await concurrencyLimit.acquire(orgId, 250, 40, later(60), START))).toBe(40);
    expect(await concurrencyLimit.acquire(orgId, 1, 40, later(60), START)).toEqual([]);
    expect(countOf(await table.newConcurrencyLimit().acquire(orgId, 250, LIMIT, later(60), START))).toBe(60);
  });

  it('are had by tens four times at most below 60, and so often beside some of another road', async () => {
    const [orgId, concurrencyLimit] = [newName('org'), table.newConcurrencyLimit()];
    const beside = async (count: number) =>
      countOf(await concurrencyLimit.acquire(orgId, count, LIMIT, later(60), START));
    for (let one = 0; one < 5; one++) expect(await beside(1)).toBe(1);
    const tens = async () =>
      countOf(await table.newConcurrencyLimit().acquire(orgId, 10, 60, later(60), START, 10));

    expect([await tens(), await tens(), await tens(), await tens()]).toEqual([10, 10, 10, 10]);
    expect(await tens()).toBe(0);
    expect(await beside(100)).toBe(55);
  });

  it('are left alone in pieces smaller than what is worth a write', async () => {
    const [orgId, concurrencyLimit] = [newName('org'), table.newConcurrencyLimit()];
    const leases = await concurrencyLimit.acquire(orgId, 250, LIMIT, later(60), START);
    for (const lease of leases) await concurrencyLimit.release(lease, 3);
    const other = table.newConcurrencyLimit();

    expect(await other.acquire(orgId, 25, LIMIT, later(60), START, 4)).toEqual([]);
    expect(countOf(await other.acquire(orgId, 25, LIMIT, later(60), START, 3))).toBe(12);
    expect(await usedOf(orgId)).toBe(LIMIT);
  });

  it('free themselves when the lease of the dead runs out, and count once when they come back late', async () => {
    const orgId = newName('org');
    const dead = await table.newConcurrencyLimit().acquire(orgId, 250, LIMIT, later(60), START);
    const concurrencyLimit = table.newConcurrencyLimit();
    expect(await concurrencyLimit.acquire(orgId, 10, LIMIT, later(100), later(59))).toEqual([]);

    const leases = await concurrencyLimit.acquire(orgId, 250, LIMIT, later(200), later(60));

    expect(countOf(leases)).toBe(LIMIT);
    for (const lease of dead) await concurrencyLimit.release(lease, lease.count);
    expect(await usedOf(orgId)).toBe(LIMIT);
    for (const lease of leases) await concurrencyLimit.release(lease, lease.count);
    expect(await usedOf(orgId)).toBe(0);
  });

  it('free themselves once of many takers at the same moment', async () => {
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

  it('cost no write while an organization is crowded, but the first of every ten', async () => {
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

  it('cost one write to take and one to give where there is room', async () => {
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
});
