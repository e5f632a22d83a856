import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import type { QuoteId } from '../record/quote-id.ts';
import {
  bucketsOf,
  type Count,
  countAttribute,
  LEVELS,
  type Level,
  readCountAttribute,
} from './count-levels.ts';
import type { ListPartition } from './list-partition.ts';
import type { QuoteList } from './quote-lists.ts';

/** The quotes table and its client. */
export interface QuoteTable {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
}

/** A change of the counts of a quote's creation time, in one list partition. */
export interface CountChange {
  readonly list: QuoteList;
  readonly quoteId: QuoteId;
  readonly partition: ListPartition;
  readonly by: number;
}

/** Partition key of the count items of one level: one query reads many periods. */
export const countsKey = (list: QuoteList, level: Level): string => `${list}#${level}s`;

/** Key of one shard of a period's counts; a count is the sum over all shards. */
export const countItemKey = (list: QuoteList, level: Level, period: string, shard: number) => ({
  pk: countsKey(list, level),
  sk: `${period}#${shard.toString(16)}`,
});

/** The writes of a transaction that change counts: one update for each list, level and period, since it writes an item once. */
export function countUpdates(
  TableName: string,
  changes: readonly CountChange[],
  shard: number,
): TransactItem[] {
  return LEVELS.flatMap((level) => {
    const byItem = Map.groupBy(changes, ({ list, quoteId }) => `${list} ${bucketsOf(quoteId)[level].period}`);
    return [...byItem.values()].flatMap((ofItem) => {
      const [first] = ofItem;
      if (first === undefined) return [];
      const { period } = bucketsOf(first.quoteId)[level];
      const sums = new Map<string, number>();
      for (const { quoteId, partition, by } of ofItem) {
        const name = countAttribute(bucketsOf(quoteId)[level].part, partition);
        sums.set(name, (sums.get(name) ?? 0) + by);
      }
      const additions = [...sums].map(([name, by]) => ({ name, by }));
      return {
        Update: { TableName, Key: countItemKey(first.list, level, period, shard), ...addToCounts(additions) },
      };
    });
  });
}

/** Adds to counts of an item, and to `rev`. A recount compares `rev` to detect concurrent writes. */
export function addToCounts(additions: readonly { readonly name: string; readonly by: number }[]) {
  return {
    UpdateExpression: `ADD #rev :one${additions.map((_, index) => `, #count${index} :by${index}`).join('')}`,
    ExpressionAttributeNames: {
      '#rev': 'rev',
      ...Object.fromEntries(additions.map(({ name }, index) => [`#count${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':one': 1,
      ...Object.fromEntries(additions.map(({ by }, index) => [`:by${index}`, by])),
    },
  };
}

/** A count and the period of its item. */
export interface PeriodCount extends Count {
  readonly period: string;
}

/** The counts of a level from one period to another, both included; one entry per shard; strongly consistent. */
export async function readCounts(
  { client, TableName }: QuoteTable,
  list: QuoteList,
  level: Level,
  from: string,
  to: string,
): Promise<PeriodCount[]> {
  const counts: PeriodCount[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      // "$" is the next character after "#", so the range includes every shard of the last period.
      ExpressionAttributeValues: { ':pk': countsKey(list, level), ':from': from, ':to': `${to}$` },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { sk, ...attributes } of Items) {
      const period = String(sk).slice(0, -2);
      for (const [name, value] of Object.entries(attributes)) {
        const count = readCountAttribute(name, value);
        if (count !== undefined) counts.push({ ...count, period });
      }
    }
  }
  return counts;
}
