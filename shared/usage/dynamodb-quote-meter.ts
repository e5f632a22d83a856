import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { TransactItem } from '../dynamodb/write-together.ts';
import type { AccountHolder } from './account-ledger.ts';
import { usageKey } from './dynamodb-read-account.ts';
import { belowLimit, COUNT_NAMES, countValues, ONE_MORE } from './dynamodb-usage-condition.ts';

/** Quotes of a month that were made without a limit and under one; the month's count is the sum. */
export interface MeteredQuotes {
  readonly unlimited: number;
  readonly limited: number;
}

export const totalMetered = ({ unlimited, limited }: MeteredQuotes): number => unlimited + limited;

/** The counts of quotes in the usage table. Their writes belong into the transactions that make the quotes. */
export interface QuoteMeter {
  /** By month (YYYY-MM), from one to another, both included; strongly consistent. */
  read(holder: AccountHolder, from: string, to: string): Promise<ReadonlyMap<string, MeteredQuotes>>;
  /** Counts a quote. @param shard from 0 to 15: writers on different shards do not conflict. */
  count(holder: AccountHolder, period: string, shard: number): TransactItem;
  /** Counts a quote on condition that the month then has at most `most` quotes that were made under a limit. */
  countLimited(holder: AccountHolder, period: string, most: number): TransactItem;
}

const PREFIX = 'quotes#';
/** Sort key after the month of what is counted under a limit; the other items have the digit of their shard there. */
const LIMITED = 'limited';

const countItem = v.object({ period: v.string(), used: v.pipe(v.number(), v.integer(), v.minValue(0)) });

/** Counts beside those of rate calls: sort keys `quotes#2026-11#<shard>` and `quotes#2026-11#limited`. */
export function createDynamodbQuoteMeter(client: DynamoDBDocumentClient, usageTable: string): QuoteMeter {
  const keyOf = (holder: AccountHolder, period: string, part: string) =>
    usageKey(holder, `${PREFIX}${period}#${part}`);

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
          const [, month = '', part] = period.split('#');
          const { unlimited, limited } = months.get(month) ?? { unlimited: 0, limited: 0 };
          months.set(
            month,
            part === LIMITED
              ? { unlimited, limited: limited + used }
              : { unlimited: unlimited + used, limited },
          );
        }
      }
      return months;
    },

    count: (holder, period, shard) => ({
      Update: {
        TableName: usageTable,
        Key: keyOf(holder, period, shard.toString(16)),
        UpdateExpression: 'ADD #used :one',
        ExpressionAttributeNames: COUNT_NAMES,
        ExpressionAttributeValues: { ':one': 1 },
      },
    }),

    countLimited: (holder, period, most) => ({
      Update: {
        TableName: usageTable,
        Key: keyOf(holder, period, LIMITED),
        UpdateExpression: `SET ${ONE_MORE}`,
        ConditionExpression: belowLimit(most),
        ExpressionAttributeNames: COUNT_NAMES,
        ExpressionAttributeValues: countValues(most),
      },
    }),
  };
}
