import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { type Level, readCountAttribute } from './count-levels.ts';
import { countItemKey, countsKey, type PeriodCount, type QuoteTable } from './dynamodb-day-counts.ts';
import { COUNT_SHARDS } from './dynamodb-sharded-write.ts';
import type { QuoteList } from './quote-lists.ts';

/** The count items of one period, and the number of writes to each. */
export interface CountSnapshot {
  readonly counts: readonly PeriodCount[];
  /** By sort key. */
  readonly revs: ReadonlyMap<string, number>;
}

/** Reads the count items of a period, all shards, strongly consistent. They have less than 1 MB, so one page is enough. */
export async function readCountSnapshot(
  { client, TableName }: QuoteTable,
  list: QuoteList,
  level: Level,
  period: string,
): Promise<CountSnapshot> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': countsKey(list, level), ':from': period, ':to': `${period}$` },
    }),
  );
  const counts = Items.flatMap((item) =>
    Object.entries(item).flatMap(([name, value]) => {
      const count = readCountAttribute(name, value);
      return count === undefined ? [] : [{ ...count, period }];
    }),
  );
  return { counts, revs: new Map(Items.map(({ sk, rev }) => [String(sk), Number(rev ?? 0)])) };
}

/** Whether the count items had no writes between two snapshots. */
export const isUnchanged = ({ revs: before }: CountSnapshot, { revs: after }: CountSnapshot): boolean =>
  before.size === after.size && [...after].every(([sk, rev]) => before.get(sk) === rev);

/** For each shard, the condition that its item had no writes since the snapshot. */
export function unchangedSince(
  { revs }: CountSnapshot,
  list: QuoteList,
  level: Level,
  period: string,
): { readonly Key: { pk: string; sk: string }; readonly condition: Condition }[] {
  return Array.from({ length: COUNT_SHARDS }, (_, shard) => {
    const Key = countItemKey(list, level, period, shard);
    const rev = revs.get(Key.sk) ?? 0;
    return { Key, condition: rev === 0 ? ABSENT : { text: '#rev = :rev', rev } };
  });
}

interface Condition {
  readonly text: string;
  readonly rev?: number;
}
const ABSENT: Condition = { text: 'attribute_not_exists(#rev)' };

/** Condition checks for the items that a transaction does not write itself. */
export const unchangedChecks = (
  TableName: string,
  items: ReturnType<typeof unchangedSince>,
): TransactItem[] =>
  items.map(({ Key, condition }) => ({
    ConditionCheck: { TableName, Key, ConditionExpression: condition.text, ...placeholders(condition) },
  }));

const placeholders = ({ rev }: Condition) => ({
  ExpressionAttributeNames: { '#rev': 'rev' },
  ...(rev === undefined ? {} : { ExpressionAttributeValues: { ':rev': rev } }),
});
