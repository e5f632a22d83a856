import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import type { QuoteId } from '../record/quote-id.ts';
import {
  bucketsOf,
  type Count,
  countAttribute,
  LEVELS,
  type Level,
  readCountAttribute,
} from './count-levels.ts';
import type { TransactItem } from './dynamodb-transact-with-retry.ts';
import { accountKey, type ListPartition } from './list-partition.ts';

/** Table and client of all quotes. */
export interface QuoteTable {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
}

/** By how much a partition's count changes. */
export interface CountChange {
  readonly partition: ListPartition;
  readonly by: number;
}

/** Nodes of one level in one partition, so that those of many periods are read together. */
export const countsKey = (account: Account, level: Level): string => `${accountKey(account)}#${level}s`;

/** A period's counts are the sums over its shards. */
export const countItemKey = (account: Account, level: Level, period: string, shard: number) => ({
  pk: countsKey(account, level),
  sk: `${period}#${shard.toString(16)}`,
});

/** The steps of a transaction that count a quote in, out, or from one partition to another; one a level. */
export function countUpdates(
  TableName: string,
  account: Account,
  quoteId: QuoteId,
  steps: readonly CountChange[],
  shard: number,
): TransactItem[] {
  const places = bucketsOf(quoteId);
  return LEVELS.map((level) => {
    const { period, part } = places[level];
    const cells = steps.map(({ partition, by }) => ({ name: countAttribute(part, partition), by }));
    return { Update: { TableName, Key: countItemKey(account, level, period, shard), ...addToCounts(cells) } };
  });
}

/** Adds to counts of a node, and to `rev`, by which a recount knows whether anyone wrote meanwhile. */
export function addToCounts(cells: readonly { readonly name: string; readonly by: number }[]) {
  return {
    UpdateExpression: `ADD #rev :one${cells.map((_, index) => `, #cell${index} :by${index}`).join('')}`,
    ExpressionAttributeNames: {
      '#rev': 'rev',
      ...Object.fromEntries(cells.map(({ name }, index) => [`#cell${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':one': 1,
      ...Object.fromEntries(cells.map(({ by }, index) => [`:by${index}`, by])),
    },
  };
}

/** A count and the period of its node. */
export interface PeriodCount extends Count {
  readonly period: string;
}

/** The counts of a level's nodes from one period to another, both included, shard by shard; strongly consistent. */
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
      // "$" is the character after "#".
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
