import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isContended, type RetryOptions } from '../../platform/dynamodb/retry-conflicts.ts';
import { type TransactItem, transactComposed } from '../../platform/dynamodb/transact-write.ts';

/** Shards of a period's counts: up to this many concurrent writers can avoid conflicts. */
export const COUNT_SHARDS = 16;
/** After a conflict, a writer uses random shards for this long. */
const SPREAD_MS = 5_000;

export interface ShardedWriteOptions extends Pick<RetryOptions, 'pause'> {
  readonly client: DynamoDBDocumentClient;
}

/**
 * `condition-failed`: `positions` are the writes whose condition was not met. `contended`: conflicts with other
 * transactions or throttling rejected every attempt, and nothing was written by the last one.
 */
export type ShardedWriteResult =
  | { readonly outcome: 'written' }
  | { readonly outcome: 'condition-failed'; readonly positions: readonly number[] }
  | { readonly outcome: 'contended' };

/**
 * Writes transactions that add to counts. Writers use the first shard, so that counts stay in few items. After a
 * conflict, a writer uses random shards for `SPREAD_MS`.
 */
export function createShardedWrite({ client, pause }: ShardedWriteOptions) {
  let spreadUntil = 0;

  /** @throws other errors of DynamoDB; the error of the last request if it is unknown whether it was applied. */
  return async (compose: (shard: number) => readonly TransactItem[]): Promise<ShardedWriteResult> => {
    let attempt = 0;
    const composeAttempt = () => {
      const now = performance.now();
      if (attempt++ > 0) spreadUntil = now + SPREAD_MS;
      return compose(now < spreadUntil ? Math.floor(Math.random() * COUNT_SHARDS) : 0);
    };
    try {
      const unmet = await transactComposed(client, composeAttempt, pause);
      if (unmet.length === 0) return { outcome: 'written' };
      return { outcome: 'condition-failed', positions: unmet.map(({ position }) => position) };
    } catch (error) {
      if (isContended(error)) return { outcome: 'contended' };
      throw error;
    }
  };
}
