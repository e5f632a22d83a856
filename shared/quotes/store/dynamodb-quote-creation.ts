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
import { type Creation, type NewQuote, type QuoteId, quoteCreatedAt } from '../record/stored-quote.ts';
import {
  contendedWrite,
  createShardedWrite,
  decidedAs,
  decisionWrite,
  movementWrites,
  type ShardedTable,
  stateOf,
} from './dynamodb-quote-decisions.ts';
import { detailItem, headItem, readQuoteHead } from './dynamodb-quote-items.ts';

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
    return {
      writes: [decisionWrite(TableName, account, head, set)],
      movements: [{ head, from: stateOf(head), to: 'superseded' }],
    } as const;
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
      const { quoteId, revises } = quote;
      const createdAt = quoteCreatedAt(quoteId);
      const writtenBy = randomUUID();
      const head = headItem(account, quote, daysBetween(utcDay(createdAt), quote.expiryDay), writtenBy);
      const detail = detailItem(account, quoteId, quote.detail);
      for (let round = 0; round < COUNT_ROUNDS; round++) {
        const count = await planCount(account, usagePeriod(createdAt), monthlyLimit);
        // Counts never decrease, so the transaction would fail.
        if (count.isReached) return { outcome: 'over-limit', used: count.used };
        const supersession = revises && (await planSupersession(account, revises, quoteId));
        if (supersession && 'reason' in supersession) {
          return { outcome: 'not-revisable', reason: supersession.reason };
        }
        const { writes: supersedes = [], movements = [] } = supersession ?? {};
        const unmet = await write((shard) => [
          ...count.items(shard),
          ...supersedes,
          { Put: { TableName, Item: head, ConditionExpression: 'attribute_not_exists(pk)' } },
          { Put: { TableName, Item: detail } },
          ...movementWrites(TableName, account, [...movements, { head, to: 'undecided' }], shard),
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
