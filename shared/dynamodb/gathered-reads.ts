import type { BatchGetCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGet } from './batch-get.ts';

type RequestItems = NonNullable<BatchGetCommandInput['RequestItems']>;

/** Reads items of tables, as `batchGet` does. */
export type BatchRead = (requested: RequestItems) => Promise<ReadonlyMap<string, readonly unknown[]>>;

interface Waiting {
  readonly requested: RequestItems;
  readonly found: PromiseWithResolvers<ReadonlyMap<string, readonly unknown[]>>;
}

/**
 * Reads that are asked for in the same turn go to DynamoDB together, in one round trip: parts of a use case that know
 * nothing of each other cost no more than one of them. Each table may be read by one of them at a time, and all of
 * them together ask for 100 keys at most.
 */
export function gatheredReads(client: DynamoDBDocumentClient): BatchRead {
  let waiting: Waiting[] = [];
  const send = (): void => {
    const together = waiting;
    waiting = [];
    const requested = Object.assign({}, ...together.map((one) => one.requested)) as RequestItems;
    void batchGet(client, requested).then(
      (items) => {
        for (const { found } of together) found.resolve(items);
      },
      (error: unknown) => {
        for (const { found } of together) found.reject(error);
      },
    );
  };
  return (requested) => {
    // The same table again would take the place of what was asked of it first.
    const taken = Object.keys(requested).some((table) => waiting.some((one) => table in one.requested));
    if (taken) return batchGet(client, requested);
    const found = Promise.withResolvers<ReadonlyMap<string, readonly unknown[]>>();
    if (waiting.length === 0) queueMicrotask(send);
    waiting.push({ requested, found });
    return found.promise;
  };
}
