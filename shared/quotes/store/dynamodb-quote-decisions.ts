import type { Account } from '../../platform/account/account.ts';
import { ContendedWriteError } from '../../platform/dynamodb/contended-write-error.ts';
import { isContended, type RetryOptions } from '../../platform/dynamodb/retry-conflicts.ts';
import { type TransactItem, transactComposed } from '../../platform/dynamodb/transact-write.ts';
import { utcDay } from '../../platform/time/utc-calendar.ts';
import { COUNT_SHARDS, countUpdates, type QuoteTable } from '../counts/dynamodb-day-counts.ts';
import { listPartition } from '../counts/list-partition.ts';
import {
  type Conversion,
  type ConversionResult,
  type Decided,
  type Decline,
  type DeclineResult,
  type QuoteDecision,
  type QuoteId,
  quoteStatus,
} from '../record/stored-quote.ts';
import { type ReportChange, reportUpdates } from '../reports/dynamodb-report-cells.ts';
import {
  countChanges,
  detailKey,
  type Head,
  headKey,
  listPartitionOf,
  readQuoteHead,
  readQuoteItems,
  reportChange,
  rowItems,
  rowKeys,
  shareKey,
  toStoredQuote,
} from './dynamodb-quote-items.ts';

/** After a conflict, a writer uses all shards for this long. */
const SPREAD_MS = 5_000;

/**
 * Chooses shards for writes that add to sharded counts. Writers use the first shard, so that counts stay in few items.
 * After a conflict, a process uses all shards in turn for `SPREAD_MS`, beginning with a random one.
 * @returns creates the choice for one write, which returns the shard of its next attempt, 0 to `shards` - 1.
 */
export function createShardSpread(shards: number): () => () => number {
  let spreadUntil = Number.NEGATIVE_INFINITY;
  let next = Math.floor(Math.random() * shards);
  return () => {
    let attempt = 0;
    return () => {
      const now = performance.now();
      if (attempt++ > 0) spreadUntil = now + SPREAD_MS;
      if (now >= spreadUntil) return 0;
      next = (next + 1) % shards;
      return next;
    };
  };
}

export interface ShardedTable extends QuoteTable, Pick<RetryOptions, 'pause'> {}

export function createShardedWrite({ client, pause }: ShardedTable) {
  const spread = createShardSpread(COUNT_SHARDS);

  /**
   * @returns positions of the writes whose condition was not met, [] if all were written. `contended`: conflicts or throttling
   * rejected every attempt, and nothing was written by the last one.
   * @throws other errors of DynamoDB; the error of the last request if it is unknown whether it was applied.
   */
  return async (
    compose: (shard: number) => readonly TransactItem[],
  ): Promise<readonly number[] | 'contended'> => {
    const shardOfAttempt = spread();
    try {
      const unmet = await transactComposed(client, () => compose(shardOfAttempt()), { pause });
      return unmet.map(({ position }) => position);
    } catch (error) {
      if (isContended(error)) return 'contended';
      throw error;
    }
  };
}

export const contendedWrite = () =>
  new ContendedWriteError('other writes of the account came first in every attempt', {
    callerMessage:
      'Too many quotes of this organization are being written at the same moment. Wait for the seconds in Retry-After, then try again.',
  });

/** Attributes that decide the list partition of a quote. */
const DECIDING = ['convertedAt', 'declinedAt', 'supersededAt'] as const;

/** Why no other decision on a quote is possible; undefined if one is. A declined quote can be revised. */
export function decidedAs({ convertedAt, supersededBy }: Head): Decided | undefined {
  if (convertedAt !== undefined) return { outcome: 'already-converted' };
  return supersededBy === undefined ? undefined : { outcome: 'superseded', by: supersededBy };
}

/** The condition that a quote exists and that its decisions are those that were read. */
const unchangedDecisions = (head: Head): string =>
  [
    'attribute_exists(pk)',
    ...DECIDING.map((name) => `attribute_${head[name] === undefined ? 'not_' : ''}exists(${name})`),
  ].join(' AND ');

interface DecisionWrite {
  readonly decision: QuoteDecision;
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

function decisionTransaction(TableName: string, account: Account, head: Head, write: DecisionWrite) {
  const { items, changes, reported } = decisionWrites(TableName, account, head, write);
  return (shard: number): readonly TransactItem[] => [
    ...items,
    ...countUpdates(TableName, changes, shard),
    ...reportUpdates(TableName, account, reported, shard),
  ];
}

/** What a call does with a quote that was read: a transaction with its result, or only a result. */
interface Planned<Result> {
  readonly write?: (shard: number) => readonly TransactItem[];
  readonly result: Result;
}

/** A quote is declined, superseded or converted, and deleted, at most once each: a fifth round is unlikely. */
const ROUNDS = 5;

export type QuoteDecisionStore = ReturnType<typeof createDynamoDbQuoteDecisions>;

/**
 * Decisions on quotes. Each is atomic, visible to every read that begins after it, and applied once even if its response is
 * lost. If other writes come first each time, ContendedWriteError is thrown and nothing was written.
 */
export function createDynamoDbQuoteDecisions({
  now = () => new Date(),
  ...table
}: ShardedTable & { readonly now?: () => Date }) {
  const { TableName } = table;
  const writeSharded = createShardedWrite(table);
  const today = () => utcDay(now());

  /** Reads and writes until no other write came between. */
  const decide = async <Result>(plan: () => Promise<Planned<Result>>): Promise<Result> => {
    for (let round = 0; round < ROUNDS; round++) {
      const { write, result } = await plan();
      if (write === undefined) return result;
      const unmet = await writeSharded(write);
      if (unmet === 'contended') break;
      if (unmet.length === 0) return result;
    }
    throw contendedWrite();
  };

  return {
    /** A converted quote gives the same result again, with the data of the first conversion, also after its expiry day. */
    convert: (account: Account, quoteId: QuoteId, conversion: Conversion = {}) =>
      decide(async (): Promise<Planned<ConversionResult>> => {
        const found = await readQuoteItems(table, account, quoteId);
        if (found === undefined) return { result: { outcome: 'not-found' } };
        const { head, detail } = found;
        const status = quoteStatus(head, today());
        if (status === 'converted') {
          return { result: { outcome: 'converted', quote: toStoredQuote(head, detail, today()) } };
        }
        if (head.supersededBy !== undefined) {
          return { result: { outcome: 'superseded', by: head.supersededBy } };
        }
        if (head.declinedAt !== undefined) return { result: { outcome: 'already-declined' } };
        if (status === 'expired' || head.announcedAt !== undefined) return { result: { outcome: 'expired' } };
        const set = { convertedAt: now().toISOString(), conversion: JSON.stringify(conversion) };
        const condition = 'attribute_not_exists(announcedAt)';
        return {
          write: decisionTransaction(TableName, account, head, { decision: 'converted', set, condition }),
          result: { outcome: 'converted', quote: toStoredQuote({ ...head, ...set }, detail, today()) },
        };
      }),

    /** Declines an active or expired quote. The same decline gives the same result again. */
    decline: (account: Account, quoteId: QuoteId, decline: Decline) =>
      decide(async (): Promise<Planned<DeclineResult>> => {
        const found = await readQuoteItems(table, account, quoteId);
        if (found === undefined) return { result: { outcome: 'not-found' } };
        const { head, detail } = found;
        const decided = decidedAs(head);
        if (decided !== undefined) return { result: decided };
        const set = { declinedAt: now().toISOString(), decline: JSON.stringify(decline) };
        if (head.declinedAt !== undefined && head.decline !== set.decline) {
          return { result: { outcome: 'already-declined' } };
        }
        if (head.declinedAt !== undefined) {
          return { result: { outcome: 'declined', quote: toStoredQuote(head, detail, today()) } };
        }
        return {
          write: decisionTransaction(TableName, account, head, { decision: 'declined', set }),
          result: { outcome: 'declined', quote: toStoredQuote({ ...head, ...set }, detail, today()) },
        };
      }),

    /** Deletes a quote in any status, from reads, lists and totals, with its share link. */
    delete: (account: Account, quoteId: QuoteId) =>
      decide(async (): Promise<Planned<'deleted' | 'not-found'>> => {
        const head = await readQuoteHead(table, account, quoteId);
        if (head === undefined) return { result: 'not-found' };
        const partition = listPartitionOf(head);
        const Key = headKey(account, quoteId);
        const others = [
          detailKey(account, quoteId),
          shareKey(account, quoteId),
          ...rowKeys(account, partition, head),
        ];
        return {
          write: (shard) => [
            { Delete: { TableName, Key, ConditionExpression: unchangedDecisions(head) } },
            ...others.map((key) => ({ Delete: { TableName, Key: key } })),
            ...countUpdates(TableName, countChanges(account, partition, head, -1), shard),
            ...reportUpdates(TableName, account, [reportChange(head, -1)], shard),
          ],
          result: 'deleted',
        };
      }),
  };
}
