import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isContended, type RetryOptions } from '../../platform/dynamodb/retry-conflicts.ts';
import { type TransactItem, transactComposed } from '../../platform/dynamodb/transact-write.ts';

/** After a conflict, a writer uses all shards for this long. */
const SPREAD_MS = 5_000;

/**
 * Chooses shards for writes that add to sharded counts. Writers use the first shard, so that counts stay in few items.
 * After a conflict, a process uses all shards in turn for `SPREAD_MS`, beginning with a random one.
 * @returns creates the choice for one write, which returns the shard of its next attempt, 0 to `shards` - 1.
 */
export function createShardSpread(shards: number): () => () => number {
  let spreadUntil = Number.NEGATIVE_INFINITY;
  let next = Math.floor(Math.random() * shards);
  return () => {
    let attempt = 0;
    return () => {
      const now = performance.now();
      if (attempt++ > 0) spreadUntil = now + SPREAD_MS;
      if (now >= spreadUntil) return 0;
      next = (next + 1) % shards;
      return next;
    };
  };
}

/** Shards of a period's counts: up to this many concurrent writers can avoid conflicts. */
export const COUNT_SHARDS = 16;

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

/** Writes transactions that add to counts. */
export function createShardedWrite({ client, pause }: ShardedWriteOptions) {
  const spread = createShardSpread(COUNT_SHARDS);

  /** @throws other errors of DynamoDB; the error of the last request if it is unknown whether it was applied. */
  return async (compose: (shard: number) => readonly TransactItem[]): Promise<ShardedWriteResult> => {
    const shardOfAttempt = spread();
    try {
      const unmet = await transactComposed(client, () => compose(shardOfAttempt()), { pause });
      if (unmet.length === 0) return { outcome: 'written' };
      return { outcome: 'condition-failed', positions: unmet.map(({ position }) => position) };
    } catch (error) {
      if (isContended(error)) return { outcome: 'contended' };
      throw error;
    }
  };
}
