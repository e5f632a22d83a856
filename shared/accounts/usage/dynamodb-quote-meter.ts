import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { belowLimit, COUNT_NAMES, usageKey } from './dynamodb-read-account.ts';

/** Number of shards of a month's count. Writes to different shards do not conflict. */
export const METER_SHARDS = 16;

/** Quotes of a month by shard. The month's count is the sum. */
export type MeteredQuotes = readonly number[];

export const NONE_METERED: MeteredQuotes = Array.from({ length: METER_SHARDS }, () => 0);

export const totalMetered = (counts: MeteredQuotes): number => counts.reduce((sum, count) => sum + count, 0);

export type QuoteMeter = ReturnType<typeof createDynamoDbQuoteMeter>;

const PREFIX = 'quotes#';

const countItem = v.object({
  period: v.pipe(v.string(), v.regex(/^quotes#\d{4}-\d\d#[0-9a-f]$/)),
  used: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export async function readMetered(
  meter: Pick<QuoteMeter, 'read'>,
  account: Account,
  period: string,
): Promise<number> {
  return totalMetered((await meter.read(account, period, period)).get(period) ?? NONE_METERED);
}

/** Counts in the same table as rate calls, under sort keys `quotes#2026-11#<shard>`. The shard is one hexadecimal digit. */
export function createDynamoDbQuoteMeter(client: DynamoDBDocumentClient, usageTable: string) {
  const keyOf = (account: Account, period: string, shard: number) =>
    usageKey(account, `${PREFIX}${period}#${shard.toString(16)}`);

  return {
    /** Counts by month (YYYY-MM), for the months `from` to `to`, both included; strongly consistent. */
    async read(account: Account, from: string, to: string): Promise<ReadonlyMap<string, MeteredQuotes>> {
      const months = new Map<string, MeteredQuotes>();
      const { account: partition } = usageKey(account, from);
      const pages = paginateQuery(
        { client },
        {
          TableName: usageTable,
          ConsistentRead: true,
          KeyConditionExpression: '#account = :account AND #period BETWEEN :from AND :to',
          ExpressionAttributeNames: { '#account': 'account', '#period': 'period' },
          // "$" is the character after "#".
          ExpressionAttributeValues: {
            ':account': partition,
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

    /**
     * A write that counts a quote in one shard, for the transaction that creates the quote.
     * @param most if given, the write fails if the shard already has this many.
     */
    count: (account: Account, period: string, shard: number, most?: number): TransactItem => ({
      Update: {
        TableName: usageTable,
        Key: keyOf(account, period, shard),
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

/**
 * The highest count that each shard may reach, so that all shards together reach a limit exactly and never exceed it.
 *
 * All shards may grow to one level. Shards above it keep their counts, and the first shards get one more each until the
 * remainder is used. Growth within the bounds does not change the bounds. Writers that read the counts at different
 * times therefore get the same bounds, and a condition on one shard is enough.
 * @param counts of the shards, which never decrease. They may be read one after the other during writes.
 * @returns for each shard the highest count that it may have; its own count if it is full.
 */
export function shardBounds(counts: readonly number[], limit: number): readonly number[] {
  let rest = limit;
  let open = counts.length;
  for (const count of counts.toSorted((one, other) => other - one)) {
    if (count <= Math.floor(rest / open)) break;
    rest -= count;
    open -= 1;
  }
  const level = open === 0 ? -1 : Math.floor(rest / open);
  let remainder = rest - level * open;
  return counts.map((count) => {
    if (count > level) return count;
    remainder -= 1;
    return remainder >= 0 ? level + 1 : level;
  });
}

/**
 * The first shard below its bound, searched from shard `from` with wrap-around; undefined if all shards are full.
 * @param bounds result of `shardBounds`.
 */
export function shardWithRoom(
  counts: readonly number[],
  bounds: readonly number[],
  from: number,
): number | undefined {
  const shards = counts.map((_, step) => (from + step) % counts.length);
  return shards.find((shard) => (counts[shard] ?? 0) < (bounds[shard] ?? 0));
}
