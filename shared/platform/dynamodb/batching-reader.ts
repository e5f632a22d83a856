import type { BatchGetCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGet } from './batch-get.ts';

type RequestItems = NonNullable<BatchGetCommandInput['RequestItems']>;

/** Reads items of tables, as `batchGet` does. */
export type BatchRead = (requested: RequestItems) => Promise<ReadonlyMap<string, readonly unknown[]>>;

type Found = ReturnType<BatchRead>;

/** BatchGetItem takes no more. */
const MOST_KEYS = 100;

const keyCount = (requested: RequestItems): number =>
  Object.values(requested).reduce((sum, { Keys = [] }) => sum + Keys.length, 0);

/**
 * Reads that are asked for in the same turn go to DynamoDB together, in one round trip: parts of a use case that know
 * nothing of each other cost no more than one of them. Reads of the same table, and those that would bring a round trip
 * over 100 keys, go apart.
 */
export function batchingReader(client: DynamoDBDocumentClient): BatchRead {
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
    const isAsked = Object.keys(requested).some((table) => table in there);
    if (isAsked || keyCount(there) + keyCount(requested) > MOST_KEYS) return batchGet(client, requested);
    Object.assign(there, requested);
    return gathered.found;
  };
}
