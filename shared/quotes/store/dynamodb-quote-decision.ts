import type { Account } from '../../platform/account/account.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { countUpdates } from '../counts/dynamodb-day-counts.ts';
import { listPartition } from '../counts/list-partition.ts';
import type { QuoteDecision } from '../record/quote-outcome.ts';
import type { Decided } from '../record/quote-store.ts';
import { type ReportChange, reportUpdates } from '../reports/dynamodb-report-cells.ts';
import {
  countChanges,
  type Head,
  headKey,
  listPartitionOf,
  reportChange,
  rowItems,
  rowKeys,
} from './dynamodb-quote-items.ts';

/** Attributes that decide the list partition of a quote. */
const DECIDING = ['convertedAt', 'declinedAt', 'supersededAt'] as const;

/** Why no other decision on a quote is possible; undefined if one is. A declined quote can be revised. */
export function decidedAs({ convertedAt, supersededBy }: Head): Decided | undefined {
  if (convertedAt !== undefined) return { outcome: 'already-converted' };
  return supersededBy === undefined ? undefined : { outcome: 'superseded', by: supersededBy };
}

/** The condition that a quote exists and that its decisions are those that were read. */
export const unchangedDecisions = (head: Head): string =>
  [
    'attribute_exists(pk)',
    ...DECIDING.map((name) => `attribute_${head[name] === undefined ? 'not_' : ''}exists(${name})`),
  ].join(' AND ');

/** A decision on a quote that was read. */
export interface DecisionWrite {
  readonly decision: QuoteDecision;
  /** Attributes of the main item. */
  readonly set: Readonly<Record<string, string>>;
  /** In addition to the unchanged decisions. */
  readonly condition?: string;
}

/**
 * The writes that decide on a quote: its main item and its rows. A decided quote announces no expiry.
 * `changes` and `reported` are those of its counts and reports.
 */
export function decisionWrites(
  TableName: string,
  account: Account,
  head: Head,
  { decision, set, condition }: DecisionWrite,
) {
  const { quoteId, validityDays } = head;
  const [from, to] = [listPartitionOf(head), listPartition(decision, validityDays)];
  const names = Object.keys(set);
  const rows = rowItems(account, to, head);
  const left = rowKeys(account, from, head).filter(({ pk }) => !rows.some((row) => row.pk === pk));
  const items: readonly TransactItem[] = [
    {
      Update: {
        TableName,
        Key: headKey(account, quoteId),
        UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')} REMOVE expiry`,
        ConditionExpression: [unchangedDecisions(head), condition ?? []].flat().join(' AND '),
        ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, set[name]])),
      },
    },
    ...left.map((Key) => ({ Delete: { TableName, Key } })),
    ...rows.map((Item) => ({ Put: { TableName, Item } })),
  ];
  const changes = [...countChanges(account, from, head, -1), ...countChanges(account, to, head, 1)];
  const reported: readonly ReportChange[] = [reportChange(head, -1), reportChange(head, 1, decision)];
  return { items, changes, reported };
}

/** A whole transaction that decides on a quote. */
export function decisionTransaction(TableName: string, account: Account, head: Head, write: DecisionWrite) {
  const { items, changes, reported } = decisionWrites(TableName, account, head, write);
  return (shard: number): readonly TransactItem[] => [
    ...items,
    ...countUpdates(TableName, changes, shard),
    ...reportUpdates(TableName, account, reported, shard),
  ];
}
