import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isContended, type RetryOptions } from '../../platform/dynamodb/retry-conflicts.ts';
import { createShardSpread } from '../../platform/dynamodb/shard-spread.ts';
import { type TransactItem, transactComposed } from '../../platform/dynamodb/transact-write.ts';

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
