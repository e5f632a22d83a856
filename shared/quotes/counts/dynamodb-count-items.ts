import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
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
import { accountKey, type ListPartition } from './list-partition.ts';

/** The quotes table and its client. */
export interface QuoteTable {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
}

/** A change of the counts of one list partition. */
export interface CountChange {
  readonly partition: ListPartition;
  readonly by: number;
}

/** Partition key of the count items of one level: one query reads many periods. */
export const countsKey = (account: Account, level: Level): string => `${accountKey(account)}#${level}s`;

/** Key of one shard of a period's counts; a count is the sum over all shards. */
export const countItemKey = (account: Account, level: Level, period: string, shard: number) => ({
  pk: countsKey(account, level),
  sk: `${period}#${shard.toString(16)}`,
});

/** The writes of a transaction that change the counts of a quote: one update for each level. */
export function countUpdates(
  TableName: string,
  account: Account,
  quoteId: QuoteId,
  changes: readonly CountChange[],
  shard: number,
): TransactItem[] {
  const buckets = bucketsOf(quoteId);
  return LEVELS.map((level) => {
    const { period, part } = buckets[level];
    const additions = changes.map(({ partition, by }) => ({ name: countAttribute(part, partition), by }));
    return {
      Update: { TableName, Key: countItemKey(account, level, period, shard), ...addToCounts(additions) },
    };
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
  account: Account,
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
      ExpressionAttributeValues: { ':pk': countsKey(account, level), ':from': from, ':to': `${to}$` },
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
