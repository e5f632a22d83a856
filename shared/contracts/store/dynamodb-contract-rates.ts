import type { Account } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import type { BatchRead } from '../../platform/dynamodb/batching-reader.ts';
import { type ContractLane, lanesOfRequests } from '../rate/contract-lane.ts';
import type { ContractRate } from '../rate/contract-rate.ts';
import type { ContractRates } from '../record/contract-rate-store.ts';
import { laneKey, readLane, readShapes, shapesKey } from './dynamodb-contract-items.ts';

/** Maximum keys of BatchGetItem. */
const KEYS_PER_BATCH = 100;

interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** Items by their keys, in any order, strongly consistent: parallel requests of 100 keys. Missing ones are left out. */
export async function readItems(
  read: BatchRead,
  table: string,
  keys: readonly Key[],
): Promise<readonly unknown[]> {
  const batches = await Promise.all(
    chunk(keys, KEYS_PER_BATCH).map((Keys) => read({ [table]: { Keys: [...Keys], ConsistentRead: true } })),
  );
  return batches.flatMap((found) => found.get(table) ?? []);
}

/** The rates of lanes, of all days. */
export async function readLanes(
  read: BatchRead,
  table: string,
  account: Account,
  lanes: readonly ContractLane[],
): Promise<readonly ContractRate[]> {
  const items = await readItems(
    read,
    table,
    lanes.map((lane) => laneKey(account, lane)),
  );
  return items.flatMap(readLane);
}

/** Contract rates for pricing. IAM permission: `BatchGetItem`. @param table key `pk` and `sk`. */
export function createDynamoDbContractRates(read: BatchRead, table: string): ContractRates {
  return {
    shapes: async (account) => readShapes((await readItems(read, table, [shapesKey(account)]))[0]),
    find: (account, requests, shapes) => readLanes(read, table, account, lanesOfRequests(requests, shapes)),
  };
}
