import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import type { CellScope, LoadOwner } from '../loads/load-owner.ts';
import { freightMarketOfName } from '../loads/unlearned-loads.ts';
import { type MarketSummary, marketSummarySchema } from './market-summary.ts';

export const SUMMARY_KEY = { pk: 'market', sk: 'summary' };
/** One attribute for each owner: whether its loads are in the market. */
export const SHARING_KEY = { pk: 'market', sk: 'sharing' };
const CELL_SORT = 'cell';

export const cellKey = (scope: CellScope, key: string) => ({ pk: `cell#${scope}#${key}`, sk: CELL_SORT });

const UNFINISHED_UPLOADS = 'uploads#';
/** The keys of the unfinished uploads of an account. */
export const unfinishedUploadsKey = ({ orgId, mode }: Account) => ({
  pk: `${UNFINISHED_UPLOADS}${orgId}#${mode}`,
  sk: 'unfinished',
});
/** The organization of such a partition; undefined for other partitions. */
export const organizationOfUploads = (pk: string): string | undefined =>
  pk.startsWith(UNFINISHED_UPLOADS) ? pk.slice(UNFINISHED_UPLOADS.length).split('#')[0] : undefined;

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

/** @throws ValiError if the item is not a summary. */
export const readSummary = (item: unknown): MarketSummary | undefined =>
  item === undefined ? undefined : v.parse(marketSummarySchema, item);
