import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { batchGetAll } from '../../platform/dynamodb/batch-get.ts';
import { cellFromBytes } from '../cells/cell-bytes.ts';
import type { MarketCell } from '../cells/market-cell.ts';
import type { CellScope, LoadOwner } from '../loads/load-owner.ts';
import { freightMarketOfName } from '../loads/unlearned-loads.ts';
import { type MarketSummary, marketSummarySchema } from './market-summary.ts';

export const SUMMARY_KEY = { pk: 'market', sk: 'summary' };
/** One attribute for each owner: whether its loads are in the market. */
export const SHARING_KEY = { pk: 'market', sk: 'sharing' };
const CELL_SORT = 'cell';

export const cellKey = (scope: CellScope, key: string) => ({ pk: `cell#${scope}#${key}`, sk: CELL_SORT });

const WEEK_DIGITS = 5;
export const weekText = (week: number): string => String(week).padStart(WEEK_DIGITS, '0');

export const loadsKey = (freightMarket: string, week: number, owner: LoadOwner) => ({
  pk: `loads#${freightMarket}`,
  sk: `${weekText(week)}#${owner}`,
});

/** Partition of the counts of an owner's unlearned loads. */
export const UNLEARNED_PREFIX = 'unlearned#';

/** Counts of the unlearned loads of an owner from a freight market in a week. */
export const unlearnedKey = (name: string, week: number, owner: LoadOwner) => ({
  pk: `${UNLEARNED_PREFIX}${owner}`,
  sk: `${weekText(week)}#${freightMarketOfName(name)}`,
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
    return Item === undefined ? undefined : v.parse(marketSummarySchema, Item);
  },
});
