import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type DeliveriesUnderTest, newName, startDeliveries } from '../deliveries/deliveries-under-test.ts';

const START = new Date('2026-03-02T10:00:00.000Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);

let table: DeliveriesUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

describe('the leases of running calls', () => {
  it('do not exceed the limit among 20 concurrent callers, on a wire that loses requests and responses', async () => {
    const orgId = newName('org');
    let sendings = 0;
    table.disturb(({ attempt }) => {
      sendings += 1;
      if (attempt > 1) return undefined;
      if (sendings % 7 === 0) return 'lost';
      return sendings % 5 === 0 ? 'applied-then-broken' : undefined;
    });

    const taken = await Promise.all(
      Array.from({ length: 20 }, () => table.newCallLeases().acquire(orgId, 'test', 4, later(20), START)),
    );

    const places = taken.filter((place) => place !== undefined);
    expect(new Set(places.map(({ name }) => name)).size).toBe(4);
    expect(places).toHaveLength(4);
  });

  it('are available again after a release, and belong to one organization and kind', async () => {
    const [orgId, places] = [newName('org'), table.newCallLeases()];
    const take = (kind = 'recover', owner = orgId) => places.acquire(owner, kind, 2, later(20), START);
    const first = await take();
    await take();
    expect(await take()).toBeUndefined();
    expect(await take('test')).toBeDefined();
    expect(await take('recover', newName('org'))).toBeDefined();

    if (first === undefined) throw new Error('there was a lease');
    await places.release(first);
    expect(await take()).toMatchObject({ name: first.name });
  });

  it('are available again after they expire, and a late release does not affect the next call', async () => {
    const [orgId, places] = [newName('org'), table.newCallLeases()];
    const dead = await places.acquire(orgId, 'test', 1, later(20), START);
    expect(await places.acquire(orgId, 'test', 1, later(39), later(19))).toBeUndefined();
    expect(await places.acquire(orgId, 'test', 1, later(40), later(20))).toBeDefined();

    if (dead === undefined) throw new Error('there was a lease');
    await places.release(dead);
    expect(await places.acquire(orgId, 'test', 1, later(60), later(30))).toBeUndefined();
  });

  it('are stored in one item, which expires after them', async () => {
    const orgId = newName('org');
    await table.newCallLeases().acquire(orgId, 'test', 4, later(20), START);
    const items = await table.items(`CALLS#${orgId}`);
    expect(items).toHaveLength(1);
    expect(Number(items[0]?.ttl)).toBeGreaterThan(later(20).getTime() / 1000);
  });
});
