import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import { createInFlightLeases } from '../../../../../shared/webhooks/deliveries/attempts/in-flight-leases.ts';
import type { ConcurrencyLimit } from '../../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { eventually } from '../../../../support/eventually.ts';
import { aConcurrencyLimit, later, NOW } from './doubles.ts';

beforeEach(() => {
  vi.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
});

const leasesOf = (concurrencyLimit: ConcurrencyLimit, limit = 100) =>
  createInFlightLeases({ concurrencyLimit, orgId: 'org_1', limit, until: later(35_000), now: () => NOW });

/** A concurrency limit that counts releases. */
function counted() {
  const concurrencyLimit = aConcurrencyLimit(100);
  const releases: number[] = [];
  const release: ConcurrencyLimit['release'] = (lease, count) => {
    releases.push(count);
    return concurrencyLimit.release(lease, count);
  };
  return { concurrencyLimit: { ...concurrencyLimit, release }, releases };
}

describe('the in-flight leases of a run', () => {
  it('are released in one write if they end together', async () => {
    const { concurrencyLimit, releases } = counted();
    const leases = leasesOf(concurrencyLimit);
    expect(await leases.acquire(10)).toBe(10);

    for (let place = 0; place < 10; place++) leases.release();
    await leases.settled();

    expect([releases, concurrencyLimit.inFlight()]).toEqual([[10], 0]);
  });

  it('are released one by one, over several leases', async () => {
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

  it('are released after a delay if no caller waits', async () => {
    const { concurrencyLimit } = counted();
    const leases = leasesOf(concurrencyLimit);
    await leases.acquire(1);
    leases.release();
    const inFlight = async () => concurrencyLimit.inFlight();
    expect(await eventually(inFlight, (count) => count === 0)).toBe(0);
  });

  it('are left to expire if they cannot be released', async () => {
    const concurrencyLimit = aConcurrencyLimit(100);
    const leases = leasesOf({ ...concurrencyLimit, release: () => Promise.reject(new Error('no table')) });
    await leases.acquire(1);
    leases.release();

    await expect(leases.settled()).resolves.toBeUndefined();
  });
});
