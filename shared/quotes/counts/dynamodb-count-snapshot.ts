import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { type Level, readCountAttribute } from './count-levels.ts';
import { countItemKey, countsKey, type PeriodCount, type QuoteTable } from './dynamodb-count-items.ts';
import { COUNT_SHARDS, type TransactItem } from './dynamodb-transact-with-retry.ts';

/** The nodes of one period, and how often each was written. */
export interface CountSnapshot {
  readonly counts: readonly PeriodCount[];
  /** By sort key. */
  readonly revs: ReadonlyMap<string, number>;
}

/** Reads the nodes of a period, all shards, strongly consistent: less than a megabyte, one answer. */
export async function readCountSnapshot(
  { client, TableName }: QuoteTable,
  account: Account,
  level: Level,
  period: string,
): Promise<CountSnapshot> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': countsKey(account, level), ':from': period, ':to': `${period}$` },
    }),
  );
  const counts = Items.flatMap((item) =>
    Object.entries(item).flatMap(([name, value]) => {
      const cell = readCountAttribute(name, value);
      return cell === undefined ? [] : [{ ...cell, period }];
    }),
  );
  return { counts, revs: new Map(Items.map(({ sk, rev }) => [String(sk), Number(rev ?? 0)])) };
}

/** Whether nobody wrote to the nodes between two looks. */
export const isUnchanged = ({ revs: before }: CountSnapshot, { revs: after }: CountSnapshot): boolean =>
  before.size === after.size && [...after].every(([sk, rev]) => before.get(sk) === rev);

/** What a write must be conditional on so that nobody wrote since the snapshot: a condition for each shard. */
export function unchangedSince(
  { revs }: CountSnapshot,
  account: Account,
  level: Level,
  period: string,
): { readonly Key: { pk: string; sk: string }; readonly condition: Condition }[] {
  return Array.from({ length: COUNT_SHARDS }, (_, shard) => {
    const Key = countItemKey(account, level, period, shard);
    const rev = revs.get(Key.sk) ?? 0;
    return { Key, condition: rev === 0 ? ABSENT : { text: '#rev = :rev', rev } };
  });
}

interface Condition {
  readonly text: string;
  readonly rev?: number;
}
const ABSENT: Condition = { text: 'attribute_not_exists(#rev)' };

/** The checks of a transaction that changes nothing of those nodes itself. */
export const unchangedChecks = (
  TableName: string,
  nodes: ReturnType<typeof unchangedSince>,
): TransactItem[] =>
  nodes.map(({ Key, condition }) => ({
    ConditionCheck: { TableName, Key, ConditionExpression: condition.text, ...placeholders(condition) },
  }));

const placeholders = ({ rev }: Condition) => ({
  ExpressionAttributeNames: { '#rev': 'rev' },
  ...(rev === undefined ? {} : { ExpressionAttributeValues: { ':rev': rev } }),
});
