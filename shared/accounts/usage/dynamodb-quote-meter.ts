import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { usageKey } from './dynamodb-read-account.ts';
import { belowLimit, COUNT_NAMES } from './dynamodb-usage-condition.ts';

/** Shards of a month's count: writers on different shards do not conflict. */
export const METER_SHARDS = 16;

/** Quotes of a month that were counted on each shard; the month's count is the sum. */
export type MeteredQuotes = readonly number[];

export const NONE_METERED: MeteredQuotes = Array.from({ length: METER_SHARDS }, () => 0);

export const totalMetered = (counts: MeteredQuotes): number => counts.reduce((sum, count) => sum + count, 0);

/** The counts of quotes in the usage table. Their writes belong into the transactions that make the quotes. */
export interface QuoteMeter {
  /** By month (YYYY-MM), from one to another, both included; strongly consistent. */
  read(holder: Account, from: string, to: string): Promise<ReadonlyMap<string, MeteredQuotes>>;
  /**
   * Counts a quote on one shard.
   * @param most with it, on condition that the shard then has at most so many.
   */
  count(holder: Account, period: string, shard: number, most?: number): TransactItem;
}

const PREFIX = 'quotes#';

const countItem = v.object({
  period: v.pipe(v.string(), v.regex(/^quotes#\d{4}-\d\d#[0-9a-f]$/)),
  used: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** Quotes that count in a month (YYYY-MM); strongly consistent. */
export async function readMetered(
  meter: Pick<QuoteMeter, 'read'>,
  holder: Account,
  period: string,
): Promise<number> {
  return totalMetered((await meter.read(holder, period, period)).get(period) ?? NONE_METERED);
}

/** Counts next to those of rate calls: sort keys `quotes#2026-11#<shard>`, the shard as one hexadecimal digit. */
export function createDynamoDbQuoteMeter(client: DynamoDBDocumentClient, usageTable: string): QuoteMeter {
  const keyOf = (holder: Account, period: string, shard: number) =>
    usageKey(holder, `${PREFIX}${period}#${shard.toString(16)}`);

  return {
    async read(holder, from, to) {
      const months = new Map<string, MeteredQuotes>();
      const { account } = usageKey(holder, from);
      const pages = paginateQuery(
        { client },
        {
          TableName: usageTable,
          ConsistentRead: true,
          KeyConditionExpression: '#account = :account AND #period BETWEEN :from AND :to',
          ExpressionAttributeNames: { '#account': 'account', '#period': 'period' },
          // "$" is the character after "#".
          ExpressionAttributeValues: {
            ':account': account,
            ':from': `${PREFIX}${from}`,
            ':to': `${PREFIX}${to}$`,
          },
        },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items) {
          const { period, used } = v.parse(countItem, item);
          const [, month = '', shard = ''] = period.split('#');
          months.set(month, (months.get(month) ?? NONE_METERED).with(Number.parseInt(shard, 16), used));
        }
      }
      return months;
    },

    count: (holder, period, shard, most) => ({
      Update: {
        TableName: usageTable,
        Key: keyOf(holder, period, shard),
        UpdateExpression: 'ADD #used :one',
        ExpressionAttributeNames: COUNT_NAMES,
        ...(most === undefined
          ? { ExpressionAttributeValues: { ':one': 1 } }
          : {
              ConditionExpression: belowLimit(most),
              ExpressionAttributeValues: { ':one': 1, ':limit': most },
            }),
      },
    }),
  };
}
