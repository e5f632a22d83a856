import { randomUUID } from 'node:crypto';
import { type AttributeValue, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type RetryOptions, retryConflicts } from './retry-conflicts.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export interface UnmetCondition {
  readonly position: number;
  /** The stored item, if the write requested it. */
  readonly item?: Readonly<Record<string, AttributeValue>>;
}

/**
 * Writes all items or none. All attempts have the same token, so that a retry after a lost response is applied once.
 * Conflicts and throttling of items are retried.
 * @param token unique to this write, at most 36 characters.
 * @returns the writes with an unmet condition; empty if everything was written.
 * @throws ContendedWriteError, or any other error of DynamoDB.
 */
export async function transactWrite(
  client: DynamoDBDocumentClient,
  items: readonly TransactItem[],
  token: string = randomUUID(),
): Promise<readonly UnmetCondition[]> {
  const input = { TransactItems: [...items], ClientRequestToken: token };
  return unmetOf(retryConflicts(() => client.send(new TransactWriteCommand(input))));
}

/**
 * Writes all items or none. A cancelled transaction was not written: `compose` composes the next attempt. A transaction
 * without a response may have been written, so the same request is sent again with the same token.
 * @returns the writes with an unmet condition; empty if everything was written.
 * @throws ContendedWriteError if nothing was written; otherwise the last error of DynamoDB.
 */
export async function transactComposed(
  client: DynamoDBDocumentClient,
  compose: () => readonly TransactItem[],
  { pause }: Pick<RetryOptions, 'pause'> = {},
): Promise<readonly UnmetCondition[]> {
  const next = () => ({ TransactItems: [...compose()], ClientRequestToken: randomUUID() });
  let input = next();
  const onCancelled = () => {
    input = next();
  };
  const send = () => client.send(new TransactWriteCommand(input));
  return unmetOf(retryConflicts(send, { pause, onCancelled, repeatsUnanswered: true }));
}

async function unmetOf(write: Promise<unknown>): Promise<readonly UnmetCondition[]> {
  try {
    await write;
    return [];
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const unmet = (error.CancellationReasons ?? []).flatMap(({ Code, Item }, position): UnmetCondition[] =>
      Code === 'ConditionalCheckFailed' ? [{ position, ...(Item && { item: Item }) }] : [],
    );
    if (unmet.length === 0) throw error;
    return unmet;
  }
}
