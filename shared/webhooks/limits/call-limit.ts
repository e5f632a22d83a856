import { type Rejected, reject } from '../../platform/http/outcome.ts';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import type { CallLeases } from '../deliveries/delivery-ports.ts';

/** Runs a call of an organization, or rejects it if the organization has too many calls running. */
export type CallLimit = <T>(orgId: string, call: () => Promise<T>) => Promise<T | Rejected>;

/** Calls whose duration depends on a receiver or on the number of deliveries to recover. */
export const LIMITED_CALLS = {
  test: { most: 4, leaseMs: 20_000, retryAfter: 5, words: '4 tests of webhooks' },
  challenge: { most: 4, leaseMs: 15_000, retryAfter: 5, words: '4 ownership challenges' },
  recover: { most: 2, leaseMs: 30_000, retryAfter: 15, words: '2 recoveries of deliveries' },
} as const;

/**
 * Limits the concurrent calls of one kind for each organization, so that no organization can use all reserved executions
 * of a function. A lease is longer than the timeout of its function.
 */
export function createCallLimit(
  leases: CallLeases,
  kind: keyof typeof LIMITED_CALLS,
  now: () => Date,
): CallLimit {
  const { most, leaseMs, retryAfter, words } = LIMITED_CALLS[kind];
  return async (orgId, call) => {
    const at = now();
    const lease = await leases.acquire(orgId, kind, most, new Date(at.getTime() + leaseMs), at);
    if (lease === undefined) {
      const message = `At most ${words} of an organization run at the same time. Wait for the seconds in Retry-After, then try again.`;
      return reject({ kind: 'rate-limited', message, retryAfter });
    }
    try {
      return await call();
    } finally {
      // A lease that cannot be released expires; the call succeeded, so it does not fail.
      await leases.release(lease).catch((error: unknown) => {
        log(LOG.leasesNotReleased, { orgId, ...describeError(error) });
      });
    }
  };
}
