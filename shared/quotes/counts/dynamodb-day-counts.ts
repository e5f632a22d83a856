import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { monthOf, type UtcDay } from '../../platform/time/utc-calendar.ts';
import { createdDayOf, type QuoteId } from '../record/stored-quote.ts';
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

/** A change of the count of a quote's creation day, in one list partition. */
export interface CountChange {
  readonly list: QuoteList;
  readonly quoteId: QuoteId;
  readonly partition: ListPartition;
  readonly by: number;
}

/** Attribute of a count in the item of its month: "17.d7". */
export const countAttribute = (day: UtcDay, partition: ListPartition): string =>
  `${day.slice(8)}.${partition}`;

const countsKey = (list: QuoteList): string => `${list}#days`;

/** Key of one shard of a month's counts; a count is the sum over all shards. */
export const countItemKey = (list: QuoteList, month: string, shard: number) => ({
  pk: countsKey(list),
  sk: `${month}#${shard.toString(16)}`,
});

/** The writes of a transaction that change counts: one update for each list and month, since it writes an item once. */
export function countUpdates(
  TableName: string,
  changes: readonly CountChange[],
  shard: number,
): TransactItem[] {
  const byItem = Map.groupBy(changes, ({ list, quoteId }) => `${list} ${monthOf(createdDayOf(quoteId))}`);
  return [...byItem.values()].flatMap((ofItem) => {
    const [first] = ofItem;
    if (first === undefined) return [];
    const sums = new Map<string, number>();
    for (const { quoteId, partition, by } of ofItem) {
      const name = countAttribute(createdDayOf(quoteId), partition);
      sums.set(name, (sums.get(name) ?? 0) + by);
    }
    const Key = countItemKey(first.list, monthOf(createdDayOf(first.quoteId)), shard);
    return { Update: { TableName, Key, ...addToCounts(sums) } };
  });
}

/** Adds to counts of an item, and to `rev`. A recount compares `rev` to detect concurrent writes. */
export function addToCounts(additions: ReadonlyMap<string, number>) {
  const entries = [...additions];
  return {
    UpdateExpression: `ADD #rev :one${entries.map((_, index) => `, #count${index} :by${index}`).join('')}`,
    ExpressionAttributeNames: {
      '#rev': 'rev',
      ...Object.fromEntries(entries.map(([name], index) => [`#count${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':one': 1,
      ...Object.fromEntries(entries.map(([, by], index) => [`:by${index}`, by])),
    },
  };
}

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
  const pages = paginateQuery(
    { client },
    {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      // "$" is the next character after "#", so the range includes every shard of the last month.
      ExpressionAttributeValues: { ':pk': countsKey(list), ':from': from, ':to': `${to}$` },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { pk: _, sk, rev, ...attributes } of Items) {
      revs.set(String(sk), Number(rev ?? 0));
      for (const [name, value] of Object.entries(attributes)) {
        const day = `${monthOf(String(sk))}-${name.slice(0, 2)}`;
        counts.push({ day, partition: name.slice(3), count: Number(value) });
      }
    }
  }
  return { counts, revs };
}
