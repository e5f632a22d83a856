import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { retryConflicts } from '../../../platform/dynamodb/retry-conflicts.ts';
import type { DeliveriesTable } from './dynamodb-delivery-items.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

export interface Changed {
  readonly met: boolean;
  /** The item before the change, if it was changed. */
  readonly before?: StoredItem;
  /** The item that failed the condition; undefined if there is none. */
  readonly found?: StoredItem;
}

type Change = Pick<
  UpdateCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** Updates one item on a condition, and returns the previous item. */
export function createConditionalChange({ client, TableName }: DeliveriesTable) {
  return async (Key: { pk: string; sk: string }, update: Change): Promise<Changed> => {
    try {
      const input = { TableName, Key, ...update, ReturnValues: 'ALL_OLD' as const };
      // A redelivery writes the repeated delivery in a transaction, which can conflict with this update.
      const { Attributes } = await retryConflicts(() => client.send(new UpdateCommand(input)));
      return { met: true, ...(Attributes && { before: Attributes }) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return { met: false, ...(Item && { found: Item }) };
    }
  };
}
