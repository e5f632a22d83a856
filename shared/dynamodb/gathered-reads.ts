import type { BatchGetCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGet } from './batch-get.ts';

type RequestItems = NonNullable<BatchGetCommandInput['RequestItems']>;

/** Reads items of tables, as `batchGet` does. */
export type BatchRead = (requested: RequestItems) => Promise<ReadonlyMap<string, readonly unknown[]>>;

type Found = ReturnType<BatchRead>;

/**
 * Reads that are asked for in the same turn go to DynamoDB together, in one round trip: parts of a use case that know
 * nothing of each other cost no more than one of them. Each table may be read by one of them at a time, and all of
 * them together ask for 100 keys at most.
 */
export function gatheredReads(client: DynamoDBDocumentClient): BatchRead {
  let gathered: { readonly requested: RequestItems; readonly found: Found } | undefined;
  return (requested) => {
    if (gathered === undefined) {
      const together = { ...requested };
      const found = Promise.resolve().then(() => {
        gathered = undefined;
        return batchGet(client, together);
      });
      gathered = { requested: together, found };
      return found;
    }
    // The same table again would take the place of what was asked of it first.
    const there = gathered.requested;
    if (Object.keys(requested).some((table) => table in there)) return batchGet(client, requested);
    Object.assign(there, requested);
    return gathered.found;
  };
}
