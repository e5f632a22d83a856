import { randomUUID } from 'node:crypto';
import type { KeyedAnswer } from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import {
  METER_SHARDS,
  NONE_METERED,
  type QuoteMeter,
  shardBounds,
  shardWithRoom,
  totalMetered,
} from '../../accounts/usage/dynamodb-quote-meter.ts';
import { usagePeriod } from '../../accounts/usage/usage-headers.ts';
import type { Account } from '../../platform/account/account.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { daysBetween, utcDay } from '../../platform/time/utc-calendar.ts';
import { countUpdates } from '../counts/dynamodb-day-counts.ts';
import { listPartition } from '../counts/list-partition.ts';
import { type Creation, type NewQuote, type QuoteId, quoteCreatedAt } from '../record/stored-quote.ts';
import { reportUpdates } from '../reports/dynamodb-report-cells.ts';
import {
  contendedWrite,
  createShardedWrite,
  decidedAs,
  decisionWrites,
  type ShardedTable,
} from './dynamodb-quote-decisions.ts';
import {
  countChanges,
  detailItem,
  headItem,
  readQuoteHead,
  reportChange,
  rowItems,
} from './dynamodb-quote-items.ts';

interface QuoteCreation extends ShardedTable {
  /** The write of the answer to a call with an Idempotency-Key; `writtenBy` is unique to the creation of the quote. */
  readonly putAnswer: (answer: KeyedAnswer, writtenBy: string) => TransactItem;
  readonly meter: QuoteMeter;
}

/** A full meter shard stays full, so each round rules out at least one; in the last round all shards are full. */
const COUNT_ROUNDS = METER_SHARDS + 1;

export type QuoteCreator = ReturnType<typeof createDynamoDbQuoteCreation>;

/** The creation of quotes. Functions that only create them do not load the other operations. */
export function createDynamoDbQuoteCreation(quotes: QuoteCreation) {
  const { TableName, putAnswer, meter } = quotes;
  const write = createShardedWrite(quotes);

  /** The writes that count a quote in its month. `used`: earlier quotes of the month, read only if there is a limit. */
  const planCount = async (account: Account, period: string, monthlyLimit: number | undefined) => {
    if (monthlyLimit === undefined)
      return { items: (shard: number) => [meter.count(account, period, shard)] };
    const counts = (await meter.read(account, period, period)).get(period) ?? NONE_METERED;
    const bounds = shardBounds(counts, monthlyLimit);
    const items = () => {
      const preferred = Math.floor(Math.random() * METER_SHARDS);
      // If no shard has room, the condition of the preferred shard fails.
      const shard = shardWithRoom(counts, bounds, preferred) ?? preferred;
      return [meter.count(account, period, shard, bounds[shard])];
    };
    const used = totalMetered(counts);
    return { items, used, isReached: used >= monthlyLimit };
  };

  /** The writes that supersede a revised quote, or why it cannot be revised. */
  const planSupersession = async (account: Account, revised: QuoteId, by: QuoteId) => {
    const head = await readQuoteHead(quotes, account, revised);
    if (head === undefined) return { reason: { outcome: 'not-found' } as const };
    const reason = decidedAs(head);
    if (reason !== undefined) return { reason };
    const set = { supersededAt: quoteCreatedAt(by).toISOString(), supersededBy: by };
    return decisionWrites(TableName, account, head, { decision: 'superseded', set });
  };

  return {
    /**
     * Creates a quote. If it revises another, that quote is superseded in the same transaction.
     * @param monthlyLimit maximum number of quotes in the quote's month (UTC), deleted ones included. Exact under any
     * concurrency.
     * @throws ContendedWriteError if other writes came first each time: nothing was written.
     */
    async create(
      account: Account,
      quote: NewQuote,
      answer?: KeyedAnswer,
      monthlyLimit?: number,
    ): Promise<Creation> {
      const { quoteId, summary, laneArea, requestedArea, revises } = quote;
      const createdAt = quoteCreatedAt(quoteId);
      const validityDays = daysBetween(utcDay(createdAt), quote.expiryDay);
      const partition = listPartition(undefined, validityDays);
      const row = { quoteId, ...summary, laneArea, requestedArea };
      const writtenBy = randomUUID();
      const head = headItem(account, quote, validityDays, writtenBy);
      const puts = [detailItem(account, quoteId, quote.detail), ...rowItems(account, partition, row)];
      for (let round = 0; round < COUNT_ROUNDS; round++) {
        const count = await planCount(account, usagePeriod(createdAt), monthlyLimit);
        // Counts never decrease, so the transaction would fail.
        if (count.isReached) return { outcome: 'over-limit', used: count.used };
        const supersession = revises && (await planSupersession(account, revises, quoteId));
        if (supersession && 'reason' in supersession) {
          return { outcome: 'not-revisable', reason: supersession.reason };
        }
        const { items: supersedes = [], changes = [], reported = [] } = supersession ?? {};
        const unmet = await write((shard) => [
          ...count.items(shard),
          ...supersedes,
          { Put: { TableName, Item: head, ConditionExpression: 'attribute_not_exists(pk)' } },
          ...puts.map((Item) => ({ Put: { TableName, Item } })),
          ...countUpdates(TableName, [...changes, ...countChanges(account, partition, row, 1)], shard),
          ...reportUpdates(TableName, account, [...reported, reportChange(head, 1)], shard),
          ...(answer === undefined ? [] : [putAnswer(answer, writtenBy)]),
        ]);
        const created = {
          outcome: 'created',
          ...(count.used === undefined ? {} : { used: count.used + 1 }),
        } as const;
        if (unmet.length === 0) return created;
        // A repeated request fails on the quote and the answer that its first sending wrote.
        const existing = await readQuoteHead(quotes, account, quoteId);
        if (existing?.writtenBy === writtenBy) return created;
        if (existing !== undefined) throw new Error(`quote ${quoteId} already exists`);
        if (unmet === 'contended') throw contendedWrite();
        // The count and the revised quote come first: both can be planned again.
        if (unmet.some((position) => position > supersedes.length)) return { outcome: 'answered' };
      }
      throw contendedWrite();
    },
  };
}
