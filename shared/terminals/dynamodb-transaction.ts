import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

const ATTEMPTS = 8;
const FIRST_WAIT_MS = 20;

/**
 * Writes all items or none. The token that the SDK adds makes its own repetition after a lost answer count once;
 * a write that met another one on the same item, or too much traffic, is tried again.
 * @returns the positions of the items whose condition was not met; none when all was written.
 * @throws whatever else DynamoDB refuses.
 */
export async function writeTogether(
  client: DynamoDBDocumentClient,
  items: TransactItems,
): Promise<readonly number[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: items }));
      return [];
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      const unmet = codes.flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []));
      if (unmet.length > 0) return unmet;
      if (attempt === ATTEMPTS || !codes.some((code) => isPassing(code))) throw error;
      await wait(FIRST_WAIT_MS * 2 ** attempt * Math.random());
    }
  }
}

const isPassing = (code: string | undefined): boolean =>
  code === 'TransactionConflict' || code === 'ThrottlingError' || code === 'ProvisionedThroughputExceeded';
