import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { customerKey } from '../../customers/customer-names.ts';
import { ratedCustomerItem } from '../../customers/dynamodb-customers.ts';
import type { Account } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import { type BatchRead, batchGet } from '../../platform/dynamodb/batch-get.ts';
import { ContendedWriteError } from '../../platform/dynamodb/contended-write-error.ts';
import { itemsBetween, pageOfMatches } from '../../platform/dynamodb/page-of-matches.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { foldText } from '../../platform/text/text-folding.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import { type ContractRate, isEffectiveOn, MAX_STORED_RATES } from '../rate/contract-rate.ts';
import type { ContractRateId } from '../rate/contract-rate-id.ts';
import {
  type ContractLane,
  laneOf,
  laneText,
  MAX_LANE_BYTES,
  MAX_RATES_OF_A_LANE,
  rateBytes,
  rateText,
  shapeOf,
} from '../rate/select-contract-rate.ts';
import {
  countKey,
  createDynamoDbContractRates,
  headItem,
  headKey,
  headsKey,
  identityKey,
  laneKey,
  readHead,
  readIdentity,
  readItems,
  readLanes,
  type StoredContractRate,
  shapesKey,
  versionItem,
  versionKey,
} from './dynamodb-contract-items.ts';

const hasPart = (text: string, part: string | undefined): boolean =>
  part === undefined || foldText(text).includes(foldText(part));

/** Whether a rate is one of a filter. */
export const matchesFilter = (
  rate: ContractRate,
  { customer, equipment, origin, destination, effectiveOn, externalId }: ContractRateFilter,
): boolean =>
  (customer === undefined || customerKey(rate.customer) === customerKey(customer)) &&
  (equipment === undefined || rate.equipment === equipment) &&
  hasPart(rate.origin.text, origin) &&
  hasPart(rate.destination.text, destination) &&
  (effectiveOn === undefined || isEffectiveOn(rate, effectiveOn)) &&
  (externalId === undefined || rate.externalId === externalId);

/** Creates a rate (no `before`), adds a version, or deletes a rate (no `after`). */
export interface RateWrite {
  /** As it was read. */
  readonly before: StoredContractRate | undefined;
  readonly after: StoredContractRate | undefined;
}

/**
 * - changed-meanwhile: another write came first; nothing of this write was stored
 * - identity-taken: another rate has the identity
 * - lane-full: the lane has the maximum of rates
 * - account-full: the account would have more than the maximum of rates
 */
export type WriteOutcome = 'written' | 'changed-meanwhile' | 'identity-taken' | 'lane-full' | 'account-full';

/** Which rates a list has; absent members do not filter. */
export interface ContractRateFilter {
  /** The whole name, without case and accents. */
  readonly customer?: string | undefined;
  readonly equipment?: EquipmentType | undefined;
  /** A part of the text, without case, accents and punctuation. */
  readonly origin?: string | undefined;
  readonly destination?: string | undefined;
  readonly effectiveOn?: UtcDay | undefined;
  readonly externalId?: string | undefined;
}

/** A transaction has at most 100 items and 4 MB; a lane has at most 340 kB, and a write at most 6 items. */
const WRITES_PER_TRANSACTION = 11;
const TRANSACTIONS_AT_ONCE = 4;

/** An item of a transaction, the writes that need it, and their outcome if its condition is not met. */
interface Step {
  readonly item: TransactItem;
  readonly writes: readonly RateWrite[];
  readonly unmet: Exclude<WriteOutcome, 'written'>;
}

/** Writes contract rates. IAM permissions: `PutItem`, `UpdateItem`, `DeleteItem`. */
function createDynamoDbContractRateWrites(client: DynamoDBDocumentClient, TableName: string) {
  return {
    /** Writes each rate completely or not at all. @returns an outcome for each write, in their order. */
    async write(account: Account, writes: readonly RateWrite[]): Promise<readonly WriteOutcome[]> {
      await Promise.all([addShapes(account, writes), addCustomers(account, writes)]);
      const outcomes = new Map<RateWrite, WriteOutcome>();
      // A lane that gains and loses rates in one transaction would need two updates of the same item.
      const moved = writes.filter((write) => movesLane(write));
      const inPlace = writes.filter((write) => !movesLane(write));
      const groups = [...moved.map((write) => [write]), ...chunk(inPlace, WRITES_PER_TRANSACTION)];
      const writeAll = async (group: readonly RateWrite[]) => {
        for (const [write, outcome] of await writeGroup(account, group)) outcomes.set(write, outcome);
      };
      // Concurrent transactions on the count of rates would cancel each other.
      const counted = groups.filter((group) => countChange(group) !== 0);
      for (const group of counted) await writeAll(group);
      const others = groups.filter((group) => countChange(group) === 0);
      await forEachConcurrent(others, TRANSACTIONS_AT_ONCE, writeAll);
      return writes.map((write) => outcomes.get(write) ?? 'changed-meanwhile');
    },
  };

  /** Before the lanes, so that every lane with a rate has its shape. */
  async function addShapes(account: Account, writes: readonly RateWrite[]): Promise<void> {
    const shapes = new Set(writes.flatMap(({ after }) => (after ? [shapeOf(laneOf(after.rate))] : [])));
    if (shapes.size === 0) return;
    await client.send(
      new UpdateCommand({
        TableName,
        Key: shapesKey(account),
        UpdateExpression: 'ADD shapes :shapes',
        ExpressionAttributeValues: { ':shapes': shapes },
      }),
    );
  }

  /** So that a similar name of a quote gets a warning. */
  async function addCustomers(account: Account, writes: readonly RateWrite[]): Promise<void> {
    const customers = writes.flatMap(({ after }) =>
      after?.rate.customer.trim() ? [after.rate.customer] : [],
    );
    const items = new Map(customers.map((name) => [customerKey(name), ratedCustomerItem(account, name)]));
    await forEachConcurrent(items.values(), TRANSACTIONS_AT_ONCE, async (Item) => {
      await client.send(new PutCommand({ TableName, Item }));
    });
  }

  async function writeGroup(
    account: Account,
    group: readonly RateWrite[],
  ): Promise<ReadonlyMap<RateWrite, WriteOutcome>> {
    const steps = [
      ...group.flatMap((write) => [...headSteps(account, write), ...identitySteps(account, write)]),
      ...laneSteps(account, group),
      ...countSteps(account, group),
    ];
    const outcomes = new Map<RateWrite, WriteOutcome>(group.map((write) => [write, 'changed-meanwhile']));
    try {
      const unmet = await transactWrite(
        client,
        steps.map(({ item }) => item),
      );
      if (unmet.length === 0) return new Map(group.map((write) => [write, 'written']));
      // In reverse order, so that an unmet condition of the head wins: a changed rate is read again.
      for (const { position } of unmet.toReversed()) {
        const step = steps[position];
        for (const write of step?.writes ?? []) outcomes.set(write, step?.unmet ?? 'changed-meanwhile');
      }
    } catch (error) {
      if (!(error instanceof ContendedWriteError)) throw error;
    }
    return outcomes;
  }

  /** The head, and the version that it replaces. */
  function headSteps(account: Account, write: RateWrite): readonly Step[] {
    const { before, after } = write;
    const condition =
      before === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: '#version = :version',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':version': before.rate.version },
          };
    const kept = before && { Put: { TableName, Item: versionItem(account, before.rate) } };
    const head = after && { Put: { TableName, Item: headItem(account, after), ...condition } };
    const removed = after ?? before;
    const item =
      head ??
      (removed && { Delete: { TableName, Key: headKey(account, removed.rate.rateId), ...condition } });
    return [item, kept].flatMap((one) =>
      one ? [{ item: one, writes: [write], unmet: 'changed-meanwhile' as const }] : [],
    );
  }

  function identitySteps(account: Account, write: RateWrite): readonly Step[] {
    const [before, after] = [identitiesOf(write.before), identitiesOf(write.after)];
    const steps: Step[] = [];
    const common = { writes: [write], unmet: 'identity-taken' } as const;
    for (const identity of before.filter((one) => !after.includes(one))) {
      steps.push({ ...common, item: { Delete: { TableName, Key: identityKey(account, identity) } } });
    }
    for (const identity of after.filter((one) => !before.includes(one))) {
      const Item = { ...identityKey(account, identity), rateId: write.after?.rate.rateId };
      const ConditionExpression = 'attribute_not_exists(pk)';
      steps.push({ ...common, item: { Put: { TableName, Item, ConditionExpression } } });
    }
    return steps;
  }

  /** Counts the rates that the writes create and delete. */
  function countSteps(account: Account, group: readonly RateWrite[]): readonly Step[] {
    const change = countChange(group);
    if (change === 0) return [];
    const update = {
      TableName,
      Key: countKey(account),
      UpdateExpression: 'ADD rates :change',
      ExpressionAttributeValues: { ':change': change },
    };
    const limited = {
      ...update,
      ConditionExpression: 'attribute_not_exists(rates) OR rates <= :most',
      ExpressionAttributeValues: { ':change': change, ':most': MAX_STORED_RATES - change },
    };
    const writes = group.filter(({ before }) => before === undefined);
    return [{ item: { Update: change > 0 ? limited : update }, writes, unmet: 'account-full' }];
  }

  /** One update for each lane of the writes. */
  function laneSteps(account: Account, group: readonly RateWrite[]): readonly Step[] {
    const changes = group.flatMap((write): readonly LaneChange[] => {
      const [before, after] = [write.before?.rate, write.after?.rate];
      const isMoved = movesLane(write);
      return [
        ...(before && (isMoved || after === undefined)
          ? [{ write, rate: before, kind: 'remove' as const }]
          : []),
        ...(after
          ? [{ write, rate: after, kind: before && !isMoved ? ('replace' as const) : ('add' as const) }]
          : []),
      ];
    });
    const byLane = Map.groupBy(changes, ({ rate }) => laneText(laneOf(rate)));
    return [...byLane.values()].flatMap((ofLane) => {
      const [first] = ofLane;
      if (first === undefined) return [];
      return {
        item: { Update: { TableName, Key: laneKey(account, laneOf(first.rate)), ...laneUpdate(ofLane) } },
        writes: ofLane.map(({ write }) => write),
        unmet: 'lane-full' as const,
      };
    });
  }
}

/** Rates that writes create, minus those that they delete. */
const countChange = (writes: readonly RateWrite[]): number =>
  writes.reduce(
    (sum, { before, after }) => sum + (before === undefined ? 1 : 0) - (after === undefined ? 1 : 0),
    0,
  );

interface LaneChange {
  readonly write: RateWrite;
  readonly rate: ContractRate;
  readonly kind: 'add' | 'replace' | 'remove';
}

const movesLane = ({ before, after }: RateWrite): boolean =>
  before !== undefined &&
  after !== undefined &&
  laneText(laneOf(before.rate)) !== laneText(laneOf(after.rate));

/** How many bytes of the lane a change adds. */
function addedBytes({ write, rate, kind }: LaneChange): number {
  const bytes = rateBytes(rate);
  if (kind === 'remove') return -bytes;
  return bytes - (kind === 'replace' && write.before ? rateBytes(write.before.rate) : 0);
}

/**
 * Sets or removes the attributes of rates. It keeps their ids in a set, whose size is the number of rates, and their bytes
 * in a number.
 */
function laneUpdate(changes: readonly LaneChange[]) {
  const kept = changes.filter(({ kind }) => kind !== 'remove');
  const removed = changes.filter(({ kind }) => kind === 'remove');
  const added = changes.filter(({ kind }) => kind === 'add');
  const bytes = changes.reduce((sum, change) => sum + addedBytes(change), 0);
  const set = kept.map((_, at) => `#kept${at} = :kept${at}`);
  const remove = removed.map((_, at) => `#removed${at}`);
  const conditions = [
    ...(added.length > 0 ? ['(attribute_not_exists(ids) OR size(ids) <= :room)'] : []),
    ...(bytes > 0 ? ['(attribute_not_exists(#bytes) OR #bytes <= :byteRoom)'] : []),
  ];
  return {
    UpdateExpression: [
      ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
      `ADD #bytes :bytes${added.length > 0 ? ', ids :added' : ''}`,
      ...(remove.length > 0 ? [`REMOVE ${remove.join(', ')} DELETE ids :removed`] : []),
    ].join(' '),
    ExpressionAttributeNames: Object.fromEntries([
      ['#bytes', 'bytes'],
      ...kept.map(({ rate }, at) => [`#kept${at}`, rate.rateId]),
      ...removed.map(({ rate }, at) => [`#removed${at}`, rate.rateId]),
    ]),
    ExpressionAttributeValues: {
      ...Object.fromEntries(kept.map(({ rate }, at) => [`:kept${at}`, rateText(rate)])),
      ':bytes': bytes,
      ...(bytes > 0 && { ':byteRoom': MAX_LANE_BYTES - bytes }),
      ...(added.length > 0 && {
        ':added': new Set(added.map(({ rate }) => rate.rateId)),
        ':room': MAX_RATES_OF_A_LANE - added.length,
      }),
      ...(removed.length > 0 && { ':removed': new Set(removed.map(({ rate }) => rate.rateId)) }),
    },
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
  };
}

const identitiesOf = (stored: StoredContractRate | undefined): readonly string[] =>
  [stored?.identity, stored?.callIdentity].filter((identity) => identity !== undefined);

/** Rates of one query if few of them may match: half of the 1 MB that a query reads at most. */
const FILTERED_PAGE = 500;

/** Sort before and after every id. */
const FIRST_ID = ' ';
const LAST_ID = '~';

/**
 * Contract rates of accounts in a DynamoDB table (decision 0053), read strongly consistent. IAM permissions: `GetItem`,
 * `BatchGetItem` and `Query` to read; `PutItem`, `UpdateItem` and `DeleteItem` to write.
 */
export function createDynamoDbContractRateStore(client: DynamoDBDocumentClient, TableName: string) {
  const read: BatchRead = (requested) => batchGet(client, requested);

  async function* ratesBefore(account: Account, to: string, pageSize: number) {
    const range = { pk: headsKey(account), from: FIRST_ID, to, newestFirst: true, pageSize };
    for await (const item of itemsBetween(client, TableName, range)) yield readHead(item).rate;
  }

  /** The current version; undefined if the rate does not exist or is deleted. */
  const readRate = async (
    account: Account,
    rateId: ContractRateId,
  ): Promise<StoredContractRate | undefined> => {
    const Key = headKey(account, rateId);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item === undefined ? undefined : readHead(Item);
  };

  return {
    ...createDynamoDbContractRates(read, TableName),
    ...createDynamoDbContractRateWrites(client, TableName),

    read: readRate,

    /** A version, also of a deleted rate; undefined if it does not exist. */
    async version(
      account: Account,
      rateId: ContractRateId,
      version: number,
    ): Promise<ContractRate | undefined> {
      const current = await readRate(account, rateId);
      if (current?.rate.version === version) return current.rate;
      const Key = versionKey(account, rateId, version);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : readHead(Item).rate;
    },

    /**
     * A page of the rates of a filter, newest first. It can be shorter than its limit before the last page.
     * @param after `next` of the previous page; undefined `next` on the last page.
     */
    async list(
      account: Account,
      filter: ContractRateFilter,
      limit: number,
      after?: ContractRateId,
    ): Promise<{ readonly rates: readonly ContractRate[]; readonly next: ContractRateId | undefined }> {
      const isFiltered = Object.values(filter).some((value) => value !== undefined);
      // Two more than the limit: the cursor itself, and one that shows whether a next page exists.
      const pageSize = isFiltered ? FILTERED_PAGE : limit + 2;
      const { rows, next } = await pageOfMatches(ratesBefore(account, after ?? LAST_ID, pageSize), {
        idOf: ({ rateId }): ContractRateId => rateId,
        matches: (rate) => matchesFilter(rate, filter),
        limit,
        after,
      });
      return { rates: rows, next };
    },

    /** The rates with these identities, by identity. */
    async identified(
      account: Account,
      identities: readonly string[],
    ): Promise<ReadonlyMap<string, StoredContractRate>> {
      const found = await readItems(
        read,
        TableName,
        identities.map((identity) => identityKey(account, identity)),
      );
      const ids = found.map(readIdentity);
      const heads = await readItems(
        read,
        TableName,
        // A rate can have two identities, and a request for a key twice is invalid.
        [...new Set(ids.map(({ rateId }) => rateId))].map((rateId) => headKey(account, rateId)),
      );
      const byId = new Map(heads.map(readHead).map((stored) => [stored.rate.rateId, stored]));
      return new Map(
        ids.flatMap(({ identity, rateId }) => {
          const stored = byId.get(rateId);
          return stored ? [[identity, stored] as const] : [];
        }),
      );
    },

    /** How many rates the account has. */
    async count(account: Account): Promise<number> {
      const [item] = await readItems(read, TableName, [countKey(account)]);
      return Number(Object(item).rates ?? 0);
    },

    /** The rates of lanes, of all days. */
    ofLanes: (account: Account, lanes: readonly ContractLane[]) => readLanes(read, TableName, account, lanes),
  };
}
export type ContractRateStore = ReturnType<typeof createDynamoDbContractRateStore>;
