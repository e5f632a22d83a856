import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type ConditionalWrite, updateIf } from '../../../platform/dynamodb/conditional-write.ts';
import { createShardSpread } from '../../../platform/dynamodb/shard-spread.ts';
import { transactComposed } from '../../../platform/dynamodb/transact-write.ts';
import type { Attempt, Delivery } from '../delivery.ts';
import { ATTEMPT_COUNT_SHARDS, countAttempt } from './dynamodb-attempt-counts.ts';
import type { DeliveriesTable } from './dynamodb-delivery-items.ts';

type Update = UpdateCommandInput & {
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
};

/**
 * Updates a delivery so that its log contains an attempt, and counts the attempt in the same transaction: each logged
 * attempt counts exactly once. Attempts of tests are logged and not counted.
 * @throws ContendedWriteError, or any other error of DynamoDB.
 */
export function createLoggingUpdate({ client, TableName }: DeliveriesTable) {
  const spread = createShardSpread(ATTEMPT_COUNT_SHARDS);
  return async (delivery: Delivery, attempt: Attempt, update: Update): Promise<ConditionalWrite> => {
    if (delivery.test) return updateIf(client, update);
    const shardOfAttempt = spread();
    const compose = () => [
      { Update: { ...update, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const } },
      countAttempt(TableName, delivery, attempt, shardOfAttempt()),
    ];
    // Without a response, the delivery stays claimed until its attempt counts as lost: repeated requests would only
    // occupy the run while DynamoDB is unavailable.
    const [unmet] = await transactComposed(client, compose, { repeatsUnanswered: false });
    if (unmet === undefined) return { applied: true, attributes: undefined };
    return { applied: false, found: unmet.item && unmarshall(unmet.item) };
  };
}
