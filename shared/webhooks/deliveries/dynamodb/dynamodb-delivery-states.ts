import { chunk } from '../../../platform/collections/chunk.ts';
import { batchGet } from '../../../platform/dynamodb/batch-get.ts';
import type { StoredItem } from '../../../platform/dynamodb/conditional-write.ts';
import { type DeliveriesTable, stateKey } from './dynamodb-delivery-items.ts';

/** DynamoDB's maximum of keys in one batch. */
const MAX_KEYS = 100;

export interface ReadOptions {
  /** Reads only these attributes; absent = all. */
  readonly ProjectionExpression?: string;
  readonly ConsistentRead?: boolean;
}

/** Reads items by their keys, in batches. Keys without an item are left out; the order is not kept. */
export async function readItems(
  { client, TableName }: DeliveriesTable,
  keys: readonly { readonly pk: string; readonly sk: string }[],
  options: ReadOptions = {},
): Promise<readonly StoredItem[]> {
  const batches = chunk(keys, MAX_KEYS).map(async (Keys) => {
    const found = await batchGet(client, { [TableName]: { Keys: [...Keys], ...options } });
    return (found.get(TableName) ?? []) as readonly StoredItem[];
  });
  return (await Promise.all(batches)).flat();
}

/** Reads the items of deliveries. Deliveries without an item are left out; the order is not kept. */
export const readStates = (
  table: DeliveriesTable,
  deliveryIds: readonly string[],
  options: ReadOptions = {},
): Promise<readonly StoredItem[]> => readItems(table, deliveryIds.map(stateKey), options);
