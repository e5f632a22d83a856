import { setTimeout as pause } from 'node:timers/promises';
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { chunk } from '../collections/chunk.ts';

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

class ItemsUnprocessedError extends Error {
  override readonly name = 'ItemsUnprocessedError';
}

const ITEMS_PER_BATCH = 25;
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 3_000;

/**
 * Puts and deletes items of one table, without conditions and not as one write: after an error some are written. Safe to
 * repeat.
 * @throws ItemsUnprocessedError if DynamoDB leaves items after about six seconds.
 */
export async function batchWrite(
  client: DynamoDBDocumentClient,
  TableName: string,
  requests: readonly WriteRequest[],
): Promise<void> {
  for (const group of chunk(requests, ITEMS_PER_BATCH)) {
    let left: readonly WriteRequest[] = group;
    for (let waitMs = FIRST_WAIT_MS; left.length > 0; waitMs *= 2) {
      if (waitMs > MAX_WAIT_MS) {
        throw new ItemsUnprocessedError(
          `DynamoDB throttles the requests: ${left.length} items of ${TableName} were not written. Try again.`,
        );
      }
      if (waitMs > FIRST_WAIT_MS) await pause(waitMs * (0.5 + Math.random() / 2));
      const { UnprocessedItems } = await client.send(
        new BatchWriteCommand({ RequestItems: { [TableName]: [...left] } }),
      );
      left = UnprocessedItems?.[TableName] ?? [];
    }
  }
}
