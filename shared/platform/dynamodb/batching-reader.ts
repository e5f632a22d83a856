import type { BatchGetCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGet } from './batch-get.ts';

type RequestItems = NonNullable<BatchGetCommandInput['RequestItems']>;

/** Reads items of tables, as `batchGet` does. */
export type BatchRead = (requested: RequestItems) => Promise<ReadonlyMap<string, readonly unknown[]>>;

type Found = ReturnType<BatchRead>;

/** Maximum keys of BatchGetItem. */
const MAX_KEYS = 100;

const keyCount = (requested: RequestItems): number =>
  Object.values(requested).reduce((sum, { Keys = [] }) => sum + Keys.length, 0);

/**
 * Combines reads of the same event loop turn into one round trip, so that independent parts of a use case need only one.
 * A further read of the same table, or one that would exceed 100 keys, is sent separately.
 */
export function batchingReader(client: DynamoDBDocumentClient): BatchRead {
  let pending: { readonly requested: RequestItems; readonly found: Found } | undefined;
  return (requested) => {
    if (pending === undefined) {
      const combined = { ...requested };
      const found = Promise.resolve().then(() => {
        pending = undefined;
        return batchGet(client, combined);
      });
      pending = { requested: combined, found };
      return found;
    }
    // A second request for the same table would overwrite the first.
    const earlier = pending.requested;
    const isRequested = Object.keys(requested).some((table) => table in earlier);
    if (isRequested || keyCount(earlier) + keyCount(requested) > MAX_KEYS) return batchGet(client, requested);
    Object.assign(earlier, requested);
    return pending.found;
  };
}
