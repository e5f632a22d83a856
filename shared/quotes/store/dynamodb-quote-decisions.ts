import type { Account } from '../../platform/account/account.ts';
import { additionUpdates } from '../../platform/dynamodb/add-numbers.ts';
import { ContendedWriteError } from '../../platform/dynamodb/contended-write-error.ts';
import { isContended, type RetryOptions } from '../../platform/dynamodb/retry-conflicts.ts';
import { type TransactItem, transactComposed } from '../../platform/dynamodb/transact-write.ts';
import { monthOf, utcDay } from '../../platform/time/utc-calendar.ts';
import { COUNT_SHARDS, countAddition, type QuoteTable } from '../counts/dynamodb-day-counts.ts';
import { listPartition } from '../counts/list-partition.ts';
import {
  type Conversion,
  type ConversionResult,
  createdDayOf,
  type Decided,
  type Decline,
  type DeclineResult,
  decisionOf,
  type QuoteDecision,
  type QuoteFigures,
  type QuoteId,
  quoteStatus,
} from '../record/stored-quote.ts';
import { cellAdditions } from '../reports/dynamodb-report-cells.ts';
import type { DecisionState } from '../reports/quote-report.ts';
import {
  detailKey,
  type Head,
  headKey,
  listsOf,
  readQuoteHead,
  readQuoteItems,
  rowItems,
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

/** A quote that begins, ends or changes its state. Undefined: it does not exist. */
interface Movement {
  readonly head: Head;
  readonly from?: DecisionState;
  readonly to?: DecisionState;
}

export const stateOf = (head: Head): DecisionState => decisionOf(head) ?? 'undecided';

/** The writes that follow from quotes that move: of their rows, of the counts of their lists, and of reports. */
export function movementWrites(
  TableName: string,
  account: Account,
  movements: readonly Movement[],
  shard: number,
): readonly TransactItem[] {
  const rows = movements.flatMap(({ head, from, to }) => {
    const rowsIn = (state: DecisionState | undefined) =>
      state === undefined ? [] : rowItems(account, listPartition(state, head.validityDays), head);
    const after = rowsIn(to);
    const left = rowsIn(from).filter(({ pk }) => !after.some((row) => row.pk === pk));
    return [
      ...left.map(({ pk, sk }) => ({ Delete: { TableName, Key: { pk, sk } } })),
      ...after.map((Item) => ({ Put: { TableName, Item } })),
    ];
  });
  const additions = movements.flatMap(({ head, from, to }) => {
    const day = createdDayOf(head.quoteId);
    const figures = head.figures === undefined ? undefined : (JSON.parse(head.figures) as QuoteFigures);
    const add = (state: DecisionState | undefined, by: 1 | -1) => {
      if (state === undefined) return [];
      const count = { day, partition: listPartition(state, head.validityDays), count: by };
      const cell = {
        source: 'quotes',
        month: monthOf(day),
        customer: head.customer,
        figures,
        state,
        by,
      } as const;
      return [
        ...listsOf(account, head).map((list) => countAddition(list, count, shard)),
        ...cellAdditions(account, [cell], shard),
      ];
    };
    return [...add(from, -1), ...add(to, 1)];
  });
  return [...rows, ...additionUpdates(TableName, additions)];
}

/** The write of a decision on a quote, which then announces no expiry. @param condition in addition to the unchanged decisions. */
export function decisionWrite(
  TableName: string,
  account: Account,
  head: Head,
  set: Readonly<Record<string, string>>,
  condition?: string,
): TransactItem {
  const names = Object.keys(set);
  return {
    Update: {
      TableName,
      Key: headKey(account, head.quoteId),
      UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')} REMOVE expiry`,
      ConditionExpression: [unchangedDecisions(head), condition ?? []].flat().join(' AND '),
      ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, set[name]])),
    },
  };
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

  /** The transaction of a decision, which also moves the quote. */
  const decision =
    (
      account: Account,
      head: Head,
      to: QuoteDecision,
      set: Readonly<Record<string, string>>,
      condition?: string,
    ) =>
    (shard: number) => [
      decisionWrite(TableName, account, head, set, condition),
      ...movementWrites(TableName, account, [{ head, from: stateOf(head), to }], shard),
    ];

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
        return {
          write: decision(account, head, 'converted', set, 'attribute_not_exists(announcedAt)'),
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
          write: decision(account, head, 'declined', set),
          result: { outcome: 'declined', quote: toStoredQuote({ ...head, ...set }, detail, today()) },
        };
      }),

    /** Deletes a quote in any status, from reads, lists and totals, with its share link. */
    delete: (account: Account, quoteId: QuoteId) =>
      decide(async (): Promise<Planned<'deleted' | 'not-found'>> => {
        const head = await readQuoteHead(table, account, quoteId);
        if (head === undefined) return { result: 'not-found' };
        const Key = headKey(account, quoteId);
        return {
          write: (shard) => [
            { Delete: { TableName, Key, ConditionExpression: unchangedDecisions(head) } },
            { Delete: { TableName, Key: detailKey(account, quoteId) } },
            { Delete: { TableName, Key: shareKey(account, quoteId) } },
            ...movementWrites(TableName, account, [{ head, from: stateOf(head) }], shard),
          ],
          result: 'deleted',
        };
      }),
  };
}
