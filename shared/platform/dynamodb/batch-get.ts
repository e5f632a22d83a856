import { setTimeout as wait } from 'node:timers/promises';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { chunk } from '../collections/chunk.ts';

type RequestItems = NonNullable<BatchGetCommandInput['RequestItems']>;

class KeysUnprocessedError extends Error {
  override readonly name = 'KeysUnprocessedError';
}

const ATTEMPTS = 4;
const FIRST_WAIT_MS = 25;

/**
 * Reads items of one or more tables in one round trip, at most 100 keys. Returns them by table name. Keys that DynamoDB
 * leaves unprocessed are requested again.
 * @throws KeysUnprocessedError if keys are still unprocessed after all attempts.
 */
export async function batchGet(
  client: DynamoDBDocumentClient,
  requested: RequestItems,
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const found = new Map<string, readonly unknown[]>();
  let remaining = requested;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await wait(FIRST_WAIT_MS * 2 ** attempt * Math.random());
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetCommand({ RequestItems: remaining }),
    );
    for (const [table, items] of Object.entries(Responses ?? {})) {
      found.set(table, [...(found.get(table) ?? []), ...items]);
    }
    remaining = UnprocessedKeys ?? {};
    if (Object.keys(remaining).length === 0) return found;
  }
  throw new KeysUnprocessedError(
    `keys of ${Object.keys(remaining).join(', ')} unprocessed after ${ATTEMPTS} attempts`,
  );
}

/** Maximum keys of BatchGetItem. */
const MAX_KEYS = 100;

/** Reads any number of items of a table, in as many round trips as they need, at once. */
export async function batchGetAll(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Record<string, string>[],
): Promise<readonly unknown[]> {
  const found = await Promise.all(
    chunk(keys, MAX_KEYS).map((Keys) =>
      batchGet(client, { [table]: { Keys: [...Keys], ConsistentRead: true } }),
    ),
  );
  return found.flatMap((items) => items.get(table) ?? []);
}

/** Reads items of tables, as `batchGet` does. */
export type BatchRead = (requested: RequestItems) => Promise<ReadonlyMap<string, readonly unknown[]>>;

type Found = ReturnType<BatchRead>;

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
