import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Addition } from '../../platform/dynamodb/add-numbers.ts';
import { itemsBetween } from '../../platform/dynamodb/page-of-matches.ts';
import { monthOf, type UtcDay } from '../../platform/time/utc-calendar.ts';
import type { ListPartition, QuoteList } from './list-partition.ts';

/** Shards of a period's counts: up to this many concurrent writers can avoid conflicts. */
export const COUNT_SHARDS = 16;

export interface QuoteTable {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
}

/** The number of quotes of a list partition that were created on a day. */
export interface DayCount {
  readonly day: UtcDay;
  readonly partition: ListPartition;
  readonly count: number;
}

const countsKey = (list: QuoteList): string => `${list}#days`;

/** Key of one shard of a month's counts; a count is the sum over all shards. */
export const countItemKey = (list: QuoteList, month: string, shard: number) => ({
  pk: countsKey(list),
  sk: `${month}#${shard.toString(16)}`,
});

/** Adds to the count of a day, "17.d7" in the item of its month, and to `rev`, by which a recount detects other writes. */
export const countAddition = (
  list: QuoteList,
  { day, partition, count }: DayCount,
  shard: number,
): Addition => ({
  Key: countItemKey(list, monthOf(day), shard),
  add: { rev: 1, [`${day.slice(8)}.${partition}`]: count },
});

export interface StoredCounts {
  /** One entry for each day, partition and shard. */
  readonly counts: readonly DayCount[];
  /** The number of writes to each item, by sort key. */
  readonly revs: ReadonlyMap<string, number>;
}

/** The counts of a list from one month to another, both included; strongly consistent. */
export async function readCounts(
  { client, TableName }: QuoteTable,
  list: QuoteList,
  from: string,
  to: string,
): Promise<StoredCounts> {
  const counts: DayCount[] = [];
  const revs = new Map<string, number>();
  // "$" is the next character after "#", so the range includes every shard of the last month.
  const range = { pk: countsKey(list), from, to: `${to}$`, newestFirst: false };
  for await (const { pk: _, sk, rev, ...attributes } of itemsBetween(client, TableName, range)) {
    revs.set(String(sk), Number(rev ?? 0));
    for (const [name, value] of Object.entries(attributes)) {
      const day = `${monthOf(String(sk))}-${name.slice(0, 2)}`;
      counts.push({ day, partition: name.slice(3), count: Number(value) });
    }
  }
  return { counts, revs };
}
