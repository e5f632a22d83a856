import { type Refused, refuse } from '../../platform/http/outcome.ts';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import type { CallPlaces } from '../deliveries/delivery-ports.ts';

/** Runs a call of an organization, or rejects it where as many as it may have are running. */
export type CallLimit = <T>(orgId: string, call: () => Promise<T>) => Promise<T | Refused>;

/** Calls whose duration a caller decides, by its receiver or by how much it recovers. */
export const LIMITED_CALLS = {
  test: { most: 4, leaseMs: 20_000, retryAfter: '5', words: '4 tests of webhooks' },
  challenge: { most: 4, leaseMs: 15_000, retryAfter: '5', words: '4 ownership challenges' },
  recover: { most: 2, leaseMs: 30_000, retryAfter: '15', words: '2 recoveries of deliveries' },
} as const;

/**
 * Limits the calls of one kind that an organization has running, so that one organization cannot take all executions that
 * are reserved for them. A lease is longer than its function may run.
 */
export function createCallLimit(
  places: CallPlaces,
  kind: keyof typeof LIMITED_CALLS,
  now: () => Date,
): CallLimit {
  const { most, leaseMs, retryAfter, words } = LIMITED_CALLS[kind];
  return async (orgId, call) => {
    const at = now();
    const place = await places.take(orgId, kind, most, new Date(at.getTime() + leaseMs), at);
    if (place === undefined) {
      const message = `At most ${words} of an organization run at the same time. Wait for the seconds in Retry-After, then try again.`;
      return refuse({ kind: 'rate-limited', message }, { 'Retry-After': retryAfter });
    }
    try {
      return await call();
    } finally {
      // It is free again when its lease ends: no reason to fail what was done.
      await places.give(place).catch((error: unknown) => {
        log('warn', LOG.leasesNotReleased, { orgId, ...describeError(error) });
      });
    }
  };
}
