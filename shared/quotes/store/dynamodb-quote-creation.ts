import { randomUUID } from 'node:crypto';
import {
  METER_SHARDS,
  NONE_METERED,
  type QuoteMeter,
  totalMetered,
} from '../../accounts/usage/dynamodb-quote-meter.ts';
import { shardBounds, shardWithRoom } from '../../accounts/usage/shard-bounds.ts';
import { usagePeriod } from '../../accounts/usage/usage-headers.ts';
import type { Account } from '../../platform/account/account.ts';
import { ContendedWriteError } from '../../platform/dynamodb/contended-write-error.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { countUpdates, type QuoteTable } from '../counts/dynamodb-day-counts.ts';
import { createShardedWrite, type ShardedWriteOptions } from '../counts/dynamodb-sharded-write.ts';
import { openPartition } from '../counts/list-partition.ts';
import { boundQuote } from '../record/quote-bounds.ts';
import { type QuoteId, quoteCreatedAt } from '../record/quote-id.ts';
import type { QuoteStore } from '../record/quote-store.ts';
import { reportUpdates } from '../reports/dynamodb-report-cells.ts';
import { decidedAs, decisionWrites } from './dynamodb-quote-decision.ts';
import { countChanges, detailItem, headItem, reportChange, rowItems } from './dynamodb-quote-items.ts';
import { readQuoteHead } from './dynamodb-quote-reader.ts';

export const contendedWrite = () =>
  new ContendedWriteError('other writes of the account came first in every attempt', {
    callerMessage:
      'Too many quotes of this organization are being written at the same moment. Wait for the seconds in Retry-After, then try again.',
  });

export interface DynamoDbQuoteCreation<Extra> extends QuoteTable, Pick<ShardedWriteOptions, 'pause'> {
  /** Converts an extra to its write; `writtenBy` is unique to the creation of the quote. */
  readonly composeExtraWrite?: (extra: Extra, writtenBy: string) => TransactItem;
  /** Counts created quotes; without it, quotes are not counted or limited. */
  readonly meter?: QuoteMeter;
}

/** A full meter shard stays full, so each round rules out at least one; in the last round all shards are full. */
const COUNT_ROUNDS = METER_SHARDS + 1;

class DuplicateQuoteIdError extends Error {
  override readonly name = 'DuplicateQuoteIdError';
}

class ExtraWriteUnsupportedError extends Error {
  override readonly name = 'ExtraWriteUnsupportedError';
}

/** The creation of quotes. Functions that only create them do not load the other operations of the store. */
export function createDynamoDbQuoteCreation<Extra = never>(
  quotes: DynamoDbQuoteCreation<Extra>,
): Pick<QuoteStore<Extra>, 'create'> {
  const { TableName, composeExtraWrite, meter } = quotes;
  const write = createShardedWrite(quotes);

  const extraWriteOf = (extra: Extra, writtenBy: string): TransactItem => {
    if (composeExtraWrite === undefined)
      throw new ExtraWriteUnsupportedError('the store was created without composeExtraWrite');
    return composeExtraWrite(extra, writtenBy);
  };

  /** The writes that count a quote in its month. `used`: earlier quotes of the month, read only if there is a limit. */
  const planCount = async (account: Account, period: string, monthlyLimit: number | undefined) => {
    if (meter === undefined) return { items: () => [] };
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
    async create(account, quote, extra, monthlyLimit) {
      const { quoteId, summary, laneArea, requestedArea, revises } = quote;
      const bounded = boundQuote(quote);
      const period = usagePeriod(quoteCreatedAt(quoteId));
      const partition = openPartition(bounded.validityDays);
      const row = { quoteId, ...summary, laneArea, requestedArea };
      const writtenBy = randomUUID();
      const head = headItem(account, quote, bounded, writtenBy);
      for (let round = 0; round < COUNT_ROUNDS; round++) {
        const count = await planCount(account, period, monthlyLimit);
        // Counts never decrease, so the transaction would fail. With an extra it decides which result is returned.
        if (count.isReached && extra === undefined) return { outcome: 'over-limit', used: count.used };
        const supersession = revises && (await planSupersession(account, revises, quoteId));
        if (supersession && 'reason' in supersession) {
          return { outcome: 'not-revisable', reason: supersession.reason };
        }
        const { items: supersedes = [], changes = [], reported = [] } = supersession ?? {};
        const result = await write((shard) => [
          ...count.items(shard),
          ...supersedes,
          {
            Put: {
              TableName,
              Item: head,
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          { Put: { TableName, Item: detailItem(account, quoteId, bounded.detail) } },
          ...rowItems(account, partition, row).map((Item) => ({ Put: { TableName, Item } })),
          ...countUpdates(TableName, [...changes, ...countChanges(account, partition, row, 1)], shard),
          ...reportUpdates(TableName, account, [...reported, reportChange(head, 1)], shard),
          ...(extra === undefined ? [] : [extraWriteOf(extra, writtenBy)]),
        ]);
        const created = {
          outcome: 'created',
          ...(count.used === undefined ? {} : { used: count.used + 1 }),
        } as const;
        if (result.outcome === 'written') return created;
        // A repeated request fails on the quote and the extra that its first sending wrote.
        const existing = await readQuoteHead(quotes, account, quoteId);
        if (existing?.writtenBy === writtenBy) return created;
        if (existing !== undefined) throw new DuplicateQuoteIdError(`quote ${quoteId} already exists`);
        if (result.outcome === 'contended') throw contendedWrite();
        // The count and the revised quote come first: both can be planned again.
        const plannedAgain = (meter === undefined ? 0 : 1) + supersedes.length;
        if (result.positions.some((position) => position >= plannedAgain)) {
          return { outcome: 'extra-write-rejected' };
        }
        if (count.isReached) return { outcome: 'over-limit', used: count.used };
      }
      throw contendedWrite();
    },
  };
}
