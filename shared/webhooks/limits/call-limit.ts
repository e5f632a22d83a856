import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { type Rejected, reject } from '../../platform/http/outcome.ts';
import { releasePlaces, takePlaces } from './places.ts';
import { LIMITED_CALLS } from './webhook-limits.ts';

/** Runs a call of an organization, or rejects it if the organization has too many calls running. */
export type CallLimit = <T>(orgId: string, call: () => Promise<T>) => Promise<T | Rejected>;

/**
 * Limits the concurrent calls of one kind for each organization, so that no organization can use all executions of a
 * function. A place is kept longer than its function may run.
 */
export function createCallLimit(
  table: DynamoDbTable,
  kind: keyof typeof LIMITED_CALLS,
  now: () => Date,
): CallLimit {
  const { most, leaseMs, retryAfter, words } = LIMITED_CALLS[kind];
  return async (orgId, call) => {
    const at = now();
    const until = new Date(at.getTime() + leaseMs);
    const places = await takePlaces(table, { orgId, limit: kind, wanted: 1, most, until }, at);
    if (typeof places === 'string') {
      const message = `At most ${words} of an organization run at the same time. Wait for the seconds in Retry-After, then try again.`;
      return reject({ kind: 'rate-limited', message, retryAfter });
    }
    try {
      return await call();
    } finally {
      await releasePlaces(table, places);
    }
  };
}
