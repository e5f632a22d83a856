import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import type { BatchRead } from '../../platform/dynamodb/batch-get.ts';
import type { ContractRate } from '../rate/contract-rate.ts';
import type { ContractRateId } from '../rate/contract-rate-id.ts';
import {
  type ContractLane,
  type LaneRequest,
  type LaneShape,
  lanesOfRequests,
  laneText,
  rateText,
} from '../rate/select-contract-rate.ts';

/** A rate with what only writes use. */
export interface StoredContractRate {
  readonly rate: ContractRate;
  /** By which a repeated import finds the rate (`externalIdentity`, `callIdentity`); undefined = not at all. */
  readonly identity: string | undefined;
  /** Also finds a rate that got an external id after the call that created it. */
  readonly callIdentity?: string | undefined;
}

const accountKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}`;

/** Heads of an account are one partition, so that a list is one query. */
export const headsKey = (account: Account): string => `${accountKey(account)}#rates`;

export const headKey = (account: Account, rateId: ContractRateId) => ({ pk: headsKey(account), sk: rateId });

export const versionKey = (account: Account, rateId: ContractRateId, version: number) => ({
  pk: `${accountKey(account)}#versions#${rateId}`,
  sk: `version#${String(version).padStart(6, '0')}`,
});

export const laneKey = (account: Account, lane: ContractLane) => ({
  pk: `${accountKey(account)}#lane#${laneText(lane)}`,
  sk: 'lane',
});

export const identityKey = (account: Account, identity: string) => ({
  pk: `${accountKey(account)}#identity#${identity}`,
  sk: 'identity',
});

export const countKey = (account: Account) => ({ pk: `${accountKey(account)}#count`, sk: 'count' });

export const shapesKey = (account: Account) => ({ pk: `${accountKey(account)}#shapes`, sk: 'shapes' });

const readRate = (text: string): ContractRate => ({ ...ABSENT, ...(JSON.parse(text) as ContractRate) });
/** JSON has no undefined members. */
const ABSENT = { minimumCents: undefined, effectiveTo: undefined };

const head = v.object({
  rate: v.string(),
  identity: v.optional(v.string()),
  callIdentity: v.optional(v.string()),
});

export const headItem = (account: Account, { rate, identity, callIdentity }: StoredContractRate) => ({
  ...headKey(account, rate.rateId),
  version: rate.version,
  rate: rateText(rate),
  identity,
  callIdentity,
});

/** @throws ValiError if the item is invalid. */
export function readHead(item: unknown): StoredContractRate {
  const { rate, identity, callIdentity } = v.parse(head, item);
  return { rate: readRate(rate), identity, ...(callIdentity === undefined ? {} : { callIdentity }) };
}

export const versionItem = (account: Account, rate: ContractRate) => ({
  ...versionKey(account, rate.rateId, rate.version),
  rate: rateText(rate),
});

/** The rates of a lane: one attribute for each rate, named by its id. */
const readLane = (item: unknown): readonly ContractRate[] =>
  Object.entries(Object(item)).flatMap(([name, value]) =>
    name === 'pk' || name === 'sk' || typeof value !== 'string' ? [] : [readRate(value)],
  );

const identityItem = v.object({
  pk: v.string(),
  rateId: v.custom<ContractRateId>((id) => typeof id === 'string'),
});

/** The identity and the rate of its item. @throws ValiError if the item is invalid. */
export function readIdentity(item: unknown): { identity: string; rateId: ContractRateId } {
  const { pk, rateId } = v.parse(identityItem, item);
  return { identity: pk.slice(pk.lastIndexOf('#') + 1), rateId };
}

const shapes = v.object({ shapes: v.set(v.string()) });

/** Empty without an item. */
const readShapes = (item: unknown): ReadonlySet<string> =>
  item === undefined ? new Set() : v.parse(shapes, item).shapes;

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

/**
 * The contract rates that can apply to a move, one round trip for each read. IAM permission: `BatchGetItem`.
 * @param table key `pk` and `sk`.
 */
export const createDynamoDbContractRates = (read: BatchRead, table: string) => ({
  /** Shapes of all lanes that the account ever had: a request asks only for lanes that can exist. */
  shapes: async (account: Account): Promise<ReadonlySet<LaneShape>> =>
    readShapes((await readItems(read, table, [shapesKey(account)]))[0]),

  /** The rates of all days in the lanes of the requests, each once. @param shapes of the account. */
  find: (account: Account, requests: readonly LaneRequest[], shapes: ReadonlySet<LaneShape>) =>
    readLanes(read, table, account, lanesOfRequests(requests, shapes)),
});
export type ContractRates = ReturnType<typeof createDynamoDbContractRates>;
