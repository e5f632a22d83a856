import { randomUUID } from 'node:crypto';
import { type AttributeValue, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { retryConflicts } from './retry-conflicts.ts';

/** One write of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A write whose condition was not met. */
export interface UnmetCondition {
  readonly position: number;
  /** As it is stored, where the write asked for it. */
  readonly item?: Readonly<Record<string, AttributeValue>>;
}

/**
 * Writes all items or none. One token for all attempts makes a repetition after a lost answer count once; a write that
 * met another one on the same item, or too much traffic, is tried again.
 * @param token unique to this write, at most 36 characters.
 * @returns the writes whose condition was not met; none when all was written.
 * @throws whatever else DynamoDB refuses.
 */
export async function transactWrite(
  client: DynamoDBDocumentClient,
  items: readonly TransactItem[],
  token: string = randomUUID(),
): Promise<readonly UnmetCondition[]> {
  try {
    const input = { TransactItems: [...items], ClientRequestToken: token };
    await retryConflicts(() => client.send(new TransactWriteCommand(input)));
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
