import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { gatherCalls } from '../../../platform/concurrency/gather-calls.ts';
import { type ConditionalWrite, updateIf } from '../../../platform/dynamodb/conditional-write.ts';
import { createShardSpread } from '../../../platform/dynamodb/shard-spread.ts';
import { transactGroup } from '../../../platform/dynamodb/transact-group.ts';
import { transactComposed } from '../../../platform/dynamodb/transact-write.ts';
import type { Attempt, Delivery } from '../delivery.ts';
import { ATTEMPT_COUNT_SHARDS, type CountedAttempt, countAttempts } from './dynamodb-attempt-counts.ts';
import type { DeliveriesTable } from './dynamodb-delivery-items.ts';

type Update = UpdateCommandInput & {
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
};

interface LoggedAttempt extends CountedAttempt {
  readonly update: Update;
}

/** Attempts of one transaction, which has at most 100 writes: an update for each, and at most one count for each. */
const MAX_ATTEMPTS = 25;

/**
 * Waits this long for other attempts that end: attempts of one run end within a few milliseconds of each other. An
 * attempt that is interrupted meanwhile counts as interrupted, as at any other time before its record.
 */
const GATHER_MS = 10;

/**
 * Updates a delivery so that its log contains an attempt, and counts the attempt in the same transaction: each logged
 * attempt counts exactly once. Attempts that end at the same time share a transaction, and each keeps its own condition.
 * Attempts of tests are logged and not counted.
 * @throws ContendedWriteError, or any other error of DynamoDB.
 */
export function createLoggingUpdate({ client, TableName }: DeliveriesTable) {
  const spread = createShardSpread(ATTEMPT_COUNT_SHARDS);

  /** A transaction with an unmet condition writes nothing: it is repeated without the updates whose conditions are unmet. */
  const writeTogether = async (logged: readonly LoggedAttempt[]): Promise<readonly ConditionalWrite[]> => {
    const results = new Map<LoggedAttempt, ConditionalWrite>();
    let left = logged;
    while (left.length > 0) {
      const writing = left;
      const nextShard = spread();
      const compose = () => [
        ...writing.map(({ update }) => ({
          Update: { ...update, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const },
        })),
        ...countAttempts(TableName, writing, nextShard()),
      ];
      // Without a response, the deliveries stay claimed until their attempts count as lost: repeated requests would only
      // occupy the run while DynamoDB is unavailable.
      const unmet = await transactComposed(client, compose, { repeatsUnanswered: false });
      const found = new Map(unmet.map(({ position, item }) => [writing[position], item && unmarshall(item)]));
      left = writing.filter((one) => unmet.length > 0 && !found.has(one));
      for (const one of writing) {
        if (found.has(one)) results.set(one, { applied: false, found: found.get(one) });
        else if (unmet.length === 0) results.set(one, { applied: true, attributes: undefined });
      }
    }
    return logged.map((one) => results.get(one) as ConditionalWrite);
  };

  const write = gatherCalls<LoggedAttempt, ConditionalWrite>({
    most: MAX_ATTEMPTS,
    waitMs: GATHER_MS,
    // DynamoDB rejects a transaction with two writes of one item.
    keyOf: ({ update }) => JSON.stringify(update.Key),
    run: (logged) => transactGroup(logged, writeTogether),
  });

  return (delivery: Delivery, attempt: Attempt, update: Update): Promise<ConditionalWrite> =>
    delivery.test ? updateIf(client, update) : write({ delivery, attempt, update });
}
