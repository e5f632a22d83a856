import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ConcurrencyLimit } from '../../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { createInFlightLeases } from '../../../../../shared/webhooks/deliveries/sending/in-flight-leases.ts';
import { aConcurrencyLimit, later, NOW } from './doubles.ts';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const leasesOf = (concurrencyLimit: ConcurrencyLimit, limit = 100) =>
  createInFlightLeases({ concurrencyLimit, orgId: 'org_1', limit, until: later(35_000), now: () => NOW });

/** ConcurrencyLimit that count what they are asked. */
function counted() {
  const concurrencyLimit = aConcurrencyLimit(100);
  const releases: number[] = [];
  const release: ConcurrencyLimit['release'] = (lease, count) => {
    releases.push(count);
    return concurrencyLimit.release(lease, count);
  };
  return { concurrencyLimit: { ...concurrencyLimit, release }, releases };
}

describe('the places of a run', () => {
  it('are given back together where they are released together', async () => {
    const { concurrencyLimit, releases } = counted();
    const leases = leasesOf(concurrencyLimit);
    expect(await leases.acquire(10)).toBe(10);

    for (let place = 0; place < 10; place++) leases.release();
    await leases.settled();

    expect([releases, concurrencyLimit.inFlight()]).toEqual([[10], 0]);
  });

  it('are given back one by one while others go on, over several leases', async () => {
    const { concurrencyLimit } = counted();
    const leases = leasesOf(concurrencyLimit);
    await leases.acquire(2);
    await leases.acquire(3);

    for (let left = 4; left >= 0; left--) {
      leases.release();
      await leases.settled();
      expect(concurrencyLimit.inFlight()).toBe(left);
    }
  });

  it('are given back without anybody waiting for it', async () => {
    const { concurrencyLimit } = counted();
    const leases = leasesOf(concurrencyLimit);
    await leases.acquire(1);
    leases.release();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(concurrencyLimit.inFlight()).toBe(0);
  });

  it('are left to their lease where they cannot be given back', async () => {
    const concurrencyLimit = aConcurrencyLimit(100);
    const leases = leasesOf({ ...concurrencyLimit, release: () => Promise.reject(new Error('no table')) });
    await leases.acquire(1);
    leases.release();

    await expect(leases.settled()).resolves.toBeUndefined();
  });
});
