import { type DynamoDBDocumentClient, GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type AuditWriter, recordOrganizationChange } from '../../accounts/audit/dynamodb-audit-log.ts';
import { batchGetAll } from '../../platform/dynamodb/batch-get.ts';
import { putIf, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { retryConflicts } from '../../platform/dynamodb/retry-conflicts.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { cellFromBytes, cellToBytes, type MarketCell } from '../cells/market-cell.ts';
import { type CellScope, type LoadOwner, organizationOf, type Sharing } from '../loads/load-owner.ts';
import { loadsFromBytes, loadsToBytes, type WeekLoads } from '../loads/week-loads.ts';
import { type MarketSummary, readSummary, storedSummary } from './published-market.ts';

export const SUMMARY_KEY = { pk: 'market', sk: 'summary' };
/** One attribute for each owner: whether its loads are in the market. */
export const SHARING_KEY = { pk: 'market', sk: 'sharing' };
const CELL_SORT = 'cell';

export const cellKey = (scope: CellScope, key: string) => ({ pk: `cell#${scope}#${key}`, sk: CELL_SORT });

const WEEK_DIGITS = 5;
/** After every week with loads. */
export const LAST_WEEK = 99_999;
const weekText = (week: number): string => String(week).padStart(WEEK_DIGITS, '0');

export const loadsKey = (freightMarket: string, week: number, owner: LoadOwner) => ({
  pk: `loads#${freightMarket}`,
  sk: `${weekText(week)}#${owner}`,
});

export const weekAndOwner = (sk: string) => ({
  week: Number(sk.slice(0, WEEK_DIGITS)),
  owner: sk.slice(WEEK_DIGITS + 1) as LoadOwner,
});

/** A cell as it is stored; `stamp` is that of the refresh that wrote it. */
export const cellItem = (scope: CellScope, key: string, cell: Uint8Array, stamp: number) => ({
  ...cellKey(scope, key),
  cell,
  stamp,
});

const storedCell = v.object({ pk: v.string(), cell: v.instance(Uint8Array), stamp: v.number() });
type StoredCell = v.InferOutput<typeof storedCell>;

/**
 * Items of cells by partition key.
 * @throws ValiError if an item is not a cell.
 */
export function storedCells(items: readonly unknown[]): ReadonlyMap<string, StoredCell> {
  return new Map(items.map((item) => v.parse(storedCell, item)).map((kept) => [kept.pk, kept]));
}

/** A cell and the stamp of the refresh that wrote it; undefined if it is not stored. */
export interface VersionedCell {
  readonly cell: MarketCell;
  readonly stamp: number | undefined;
}

export type MarketReader = ReturnType<typeof createMarketReader>;

/** Reads what rates are computed from. */
export const createMarketReader = (client: DynamoDBDocumentClient, TableName: string) => ({
  /** In the order of the keys. */
  cells: async (scope: CellScope, keys: readonly string[]): Promise<readonly VersionedCell[]> => {
    if (keys.length === 0) return [];
    const Keys = keys.map((key) => cellKey(scope, key));
    const byKey = storedCells(await batchGetAll(client, TableName, Keys));
    return Keys.map(({ pk }) => {
      const kept = byKey.get(pk);
      return { cell: kept ? cellFromBytes(kept.cell) : { weeks: new Map() }, stamp: kept?.stamp };
    });
  },

  /** The published summary, which also tells readers that the market changed. */
  summary: async (): Promise<MarketSummary | undefined> => {
    const { Item } = await client.send(new GetCommand({ TableName, Key: SUMMARY_KEY, ConsistentRead: true }));
    return Item === undefined ? undefined : readSummary(Item);
  },
});

const pendingKey = (freightMarket: string) => ({ pk: `pending#${freightMarket}`, sk: 'weeks' });

const loadsItem = v.object({ version: v.number(), loads: v.instance(Uint8Array) });
const numbers = v.optional(v.set(v.number()), () => new Set<number>());
const pendingItem = v.object({ stamp: v.number(), weeks: numbers });

/** Adds pending weeks and increases the stamp, so that a refresh that already began cannot clear them. */
const pendingUpdate = (freightMarket: string, weeks: readonly number[]) => ({
  Key: pendingKey(freightMarket),
  UpdateExpression: 'ADD stamp :one, weeks :weeks',
  ExpressionAttributeValues: { ':one': 1, ':weeks': new Set(weeks) },
});

/** Records changes of sharing in the audit log of the organization. */
export interface SharingChanges {
  readonly audit: AuditWriter;
  readonly now: () => Date;
}

/** The loads of an owner in one week, and the number of writes. */
export interface VersionedLoads {
  readonly version: number;
  readonly loads: WeekLoads;
}

export type MarketStore = ReturnType<typeof createDynamoDbMarketStore>;

/**
 * The market in the DynamoDB table of diesel prices.
 * `loads#<freightMarket>`: the loads of a week and owner.  `pending#<freightMarket>`: weeks that its cells do not include yet. `cell#<scope>#<key>`: a cell with all weeks. `market`: the summary and the sharing owners.
 * Every write has the condition that the item has not changed since it was read.
 * @param changes only where operators change the sharing of an organization.
 */
export function createDynamoDbMarketStore(
  client: DynamoDBDocumentClient,
  TableName: string,
  changes?: SharingChanges,
) {
  const setSharing = async (owner: LoadOwner, shared: boolean, value: string): Promise<void> => {
    await client.send(
      new UpdateCommand({
        TableName,
        Key: SHARING_KEY,
        UpdateExpression: `SET #owner = ${value}`,
        ExpressionAttributeNames: { '#owner': owner },
        ExpressionAttributeValues: { ':shared': shared },
      }),
    );
  };

  /** Items of a partition whose sort keys begin with a week of a span, weeks ascending. */
  async function* itemsOfWeeks(pk: string, from: number, to: number) {
    const pages = paginateQuery(
      { client },
      {
        TableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        // "$" sorts after "#", which ends a week.
        ExpressionAttributeValues: { ':pk': pk, ':from': weekText(from), ':to': `${weekText(to)}$` },
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) yield* Items;
  }

  return {
    ...createMarketReader(client, TableName),

    /** Unlearned loads of a freight market are stored under their `unlearnedName`. */
    loads: async (freightMarket: string, week: number, owner: LoadOwner): Promise<VersionedLoads> => {
      const Key = loadsKey(freightMarket, week, owner);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      if (Item === undefined) return { version: 0, loads: new Map() };
      const { version, loads } = v.parse(loadsItem, Item);
      return { version, loads: loadsFromBytes(loads) };
    },

    /**
     * Replaces the loads of at most eight weeks and marks the weeks as pending, in one transaction.
     * @returns false if a week has changed since it was read.
     */
    replaceLoads: async (
      freightMarket: string,
      owner: LoadOwner,
      changes: ReadonlyMap<number, VersionedLoads>,
    ): Promise<boolean> => {
      const weeks = [...changes.keys()];
      const unmet = await transactWrite(client, [
        ...[...changes].map(([week, { version, loads }]) => ({
          Put: {
            TableName,
            Item: { ...loadsKey(freightMarket, week, owner), version, loads: loadsToBytes(loads) },
            ...unchanged('version', version === 1 ? undefined : version - 1),
          },
        })),
        { Update: { TableName, ...pendingUpdate(freightMarket, weeks) } },
      ]);
      return unmet.length === 0;
    },

    /** All loads of a freight market in a span of weeks, weeks ascending. */
    loadsBetween: async function* (
      freightMarket: string,
      from: number,
      to: number,
    ): AsyncGenerator<{ readonly week: number; readonly owner: LoadOwner; readonly loads: WeekLoads }> {
      for await (const item of itemsOfWeeks(`loads#${freightMarket}`, from, to)) {
        const { sk, loads } = v.parse(v.object({ ...loadsItem.entries, sk: v.string() }), item);
        yield { ...weekAndOwner(sk), loads: loadsFromBytes(loads) };
      }
    },

    /** All owners that have ever imported loads, except the operator. */
    sharing: async (): Promise<Sharing> => {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: SHARING_KEY, ConsistentRead: true }),
      );
      const { pk, sk, ...owners } = Item ?? {};
      return new Map(Object.entries(owners).map(([owner, shared]) => [owner, shared === true]));
    },

    /** Adds an owner before its first loads; a known owner does not change. */
    register: (owner: LoadOwner, shared: boolean) =>
      setSharing(owner, shared, 'if_not_exists(#owner, :shared)'),

    /** Sets whether an owner's loads are in the market. It does not refresh cells. */
    share: async (owner: LoadOwner, shared: boolean): Promise<void> => {
      const orgId = organizationOf(owner);
      if (changes === undefined || orgId === undefined) return setSharing(owner, shared, ':shared');
      const { audit, now } = changes;
      // A repeated command changes nothing, and is not a second event.
      await transactWrite(client, [
        {
          Update: {
            TableName,
            Key: SHARING_KEY,
            UpdateExpression: 'SET #owner = :shared',
            ConditionExpression: 'attribute_not_exists(#owner) OR #owner <> :shared',
            ExpressionAttributeNames: { '#owner': owner },
            ExpressionAttributeValues: { ':shared': shared },
          },
        },
        ...recordOrganizationChange(audit, orgId, 'organization.sharing_changed', { shared }, now()),
      ]);
    },

    /** Removes an owner whose loads were deleted. */
    forget: async (owner: LoadOwner): Promise<void> => {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: SHARING_KEY,
          UpdateExpression: 'REMOVE #owner',
          ExpressionAttributeNames: { '#owner': owner },
        }),
      );
    },

    /** Adds weeks whose loads or sharing changed; a refresh that already began cannot clear them. */
    addPending: async (freightMarket: string, weeks: readonly number[]): Promise<void> => {
      const command = () =>
        client.send(new UpdateCommand({ TableName, ...pendingUpdate(freightMarket, weeks) }));
      await retryConflicts(command);
    },

    /** Begins a refresh: all pending weeks, and a stamp that is higher than all earlier ones. */
    beginRefresh: async (
      freightMarket: string,
    ): Promise<{ readonly stamp: number; readonly pending: readonly number[] }> => {
      const update = new UpdateCommand({
        TableName,
        Key: pendingKey(freightMarket),
        UpdateExpression: 'ADD stamp :one',
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'ALL_NEW',
      });
      const { Attributes } = await retryConflicts(() => client.send(update));
      const { stamp, weeks } = v.parse(pendingItem, Attributes);
      return { stamp, pending: [...weeks].sort((a, b) => a - b) };
    },

    /** Clears weeks. False if another refresh began, or weeks were added, after the stamp was given. */
    clearPending: async (
      freightMarket: string,
      weeks: readonly number[],
      stamp: number,
    ): Promise<boolean> => {
      const clear = await updateIf(client, {
        TableName,
        Key: pendingKey(freightMarket),
        UpdateExpression: 'DELETE weeks :weeks',
        ConditionExpression: 'stamp = :stamp',
        ExpressionAttributeValues: { ':weeks': new Set(weeks), ':stamp': stamp },
      });
      return clear.applied;
    },

    /** Replaces the cell that has the stamp that was read; false if another one is stored. */
    replaceCell: async (
      scope: CellScope,
      key: string,
      cell: MarketCell,
      { before, now }: { readonly before: number | undefined; readonly now: number },
    ): Promise<boolean> => {
      const Item = cellItem(scope, key, cellToBytes(cell), now);
      return (await putIf(client, { TableName, Item, ...unchanged('stamp', before) })).applied;
    },

    /** Replaces the summary of the previous version; false if another version is stored. */
    publish: async (summary: MarketSummary): Promise<boolean> => {
      const { version } = summary;
      // A transaction of one item: its token makes a repeated request safe.
      const unmet = await transactWrite(client, [
        {
          Put: {
            TableName,
            Item: { ...SUMMARY_KEY, ...storedSummary(summary) },
            ...unchanged('version', version === 1 ? undefined : version - 1),
          },
        },
      ]);
      return unmet.length === 0;
    },
  };
}

/** The condition that a numeric attribute has the value that was read; undefined if there was no item. */
const unchanged = (name: string, before: number | undefined) => ({
  ConditionExpression: before === undefined ? 'attribute_not_exists(#name)' : '#name = :before',
  ExpressionAttributeNames: { '#name': name },
  ...(before === undefined ? {} : { ExpressionAttributeValues: { ':before': before } }),
});
