import { randomUUID } from 'node:crypto';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import {
  METER_SHARDS,
  NONE_METERED,
  type QuoteMeter,
  totalMetered,
} from '../../accounts/usage/dynamodb-quote-meter.ts';
import { shardBounds, shardWithRoom } from '../../accounts/usage/shard-bounds.ts';
import { usagePeriod } from '../../accounts/usage/usage-period.ts';
import type { Account } from '../../platform/account/account.ts';
import { ContendedWriteError } from '../../platform/dynamodb/contended-write-error.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import { countUpdates, type QuoteTable } from '../counts/dynamodb-count-items.ts';
import { createShardedWrite, type ShardedWriteOptions } from '../counts/dynamodb-sharded-write.ts';
import { CONVERTED_PARTITION, openPartition } from '../counts/list-partition.ts';
import { boundQuote } from '../record/quote-bounds.ts';
import { type QuoteId, quoteCreatedAt } from '../record/quote-id.ts';
import { quoteStatus } from '../record/quote-status.ts';
import type { QuoteStore, StoredQuote } from '../record/quote-store.ts';
import {
  detailItem,
  detailKey,
  type Head,
  headItem,
  headKey,
  listPartitionOf,
  quoteKey,
  readHead,
  rowItem,
  rowKey,
  statusParts,
  toStoredQuote,
} from './dynamodb-quote-items.ts';
import { listQuotes } from './dynamodb-quote-list.ts';

export interface DynamoDbQuotes<Extra> extends QuoteTable, Pick<ShardedWriteOptions, 'pause'> {
  /** The current time, which decides statuses. */
  readonly now: () => Date;
  /** Converts an extra to its write; `writtenBy` is unique to the creation of the quote. */
  readonly composeExtraWrite?: (extra: Extra, writtenBy: string) => TransactItem;
  /** Counts created quotes; without it, quotes are not counted or limited. */
  readonly meter?: QuoteMeter;
}

/** A quote is converted at most once and deleted at most once, so that a third round is already unlikely. */
const ROUNDS = 5;
/** A full meter shard stays full, so each round rules out at least one; in the last round all shards are full. */
const COUNT_ROUNDS = METER_SHARDS + 1;

class DuplicateQuoteIdError extends Error {
  override readonly name = 'DuplicateQuoteIdError';
}

class ExtraWriteUnsupportedError extends Error {
  override readonly name = 'ExtraWriteUnsupportedError';
}

const contendedWrite = () =>
  new ContendedWriteError('other writes of the account came first in every attempt', {
    callerMessage:
      'Too many quotes of this organization are being written at the same moment. Wait for the seconds in Retry-After, then try again.',
  });

/** Quotes in one DynamoDB table; decision 0011 describes its items. */
export function createDynamoDbQuoteStore<Extra = never>(quotes: DynamoDbQuotes<Extra>): QuoteStore<Extra> {
  const { client, TableName, now, composeExtraWrite, meter } = quotes;
  const write = createShardedWrite(quotes);
  const today = () => utcDay(now());

  const getHead = async (account: Account, quoteId: QuoteId): Promise<Head | undefined> => {
    const get = new GetCommand({ TableName, Key: headKey(account, quoteId), ConsistentRead: true });
    const { Item } = await client.send(get);
    return Item === undefined ? undefined : readHead(Item);
  };

  const getQuote = async (account: Account, quoteId: QuoteId) => {
    const query = new QueryCommand({
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': quoteKey(account, quoteId) },
    });
    const { Items = [] } = await client.send(query);
    const head = Items.find(({ sk }) => sk === 'quote');
    const detail = Items.find(({ sk }) => sk === 'detail');
    return head === undefined ? undefined : { head: readHead(head), detail };
  };

  const read = async (account: Account, quoteId: QuoteId): Promise<StoredQuote | undefined> => {
    const found = await getQuote(account, quoteId);
    return found && toStoredQuote(found.head, found.detail, today());
  };

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

  return {
    read,

    async create(account, quote, extra, monthlyLimit) {
      const { quoteId, summary } = quote;
      const bounded = boundQuote(quote);
      const period = usagePeriod(quoteCreatedAt(quoteId));
      const partition = openPartition(bounded.validityDays);
      const writtenBy = randomUUID();
      for (let round = 0; round < COUNT_ROUNDS; round++) {
        const count = await planCount(account, period, monthlyLimit);
        // Counts never decrease, so the transaction would fail. With an extra it decides which result is returned.
        if (count.isReached && extra === undefined) return { outcome: 'over-limit', used: count.used };
        const result = await write((shard) => [
          ...count.items(shard),
          {
            Put: {
              TableName,
              Item: headItem(account, quote, bounded, writtenBy),
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          { Put: { TableName, Item: detailItem(account, quoteId, bounded.detail) } },
          { Put: { TableName, Item: rowItem(account, partition, { quoteId, ...summary }) } },
          ...countUpdates(TableName, account, quoteId, [{ partition, by: 1 }], shard),
          ...(extra === undefined ? [] : [extraWriteOf(extra, writtenBy)]),
        ]);
        const created = {
          outcome: 'created',
          ...(count.used === undefined ? {} : { used: count.used + 1 }),
        } as const;
        if (result.outcome === 'written') return created;
        // A repeated request fails on the quote and the extra that its first sending wrote.
        const existing = await getHead(account, quoteId);
        if (existing?.writtenBy === writtenBy) return created;
        if (existing !== undefined) throw new DuplicateQuoteIdError(`quote ${quoteId} already exists`);
        if (result.outcome === 'contended') throw contendedWrite();
        const onlyCountFailed =
          count.used !== undefined && result.positions.every((position) => position === 0);
        if (!onlyCountFailed) return { outcome: 'extra-write-rejected' };
        if (count.isReached) return { outcome: 'over-limit', used: count.used };
      }
      throw contendedWrite();
    },

    list: (account, filter, limit, offset) =>
      listQuotes({ table: quotes, account, filter, today: today() }, limit, offset),

    async convert(account, quoteId) {
      for (let round = 0; round < ROUNDS; round++) {
        const found = await getQuote(account, quoteId);
        if (found === undefined) return { outcome: 'not-found' };
        const { head, detail } = found;
        const status = quoteStatus(statusParts(head), today());
        if (status === 'converted') {
          return { outcome: 'converted', quote: toStoredQuote(head, detail, today()) };
        }
        if (status === 'expired' || head.announcedAt !== undefined) return { outcome: 'expired' };

        const convertedAt = now().toISOString();
        const from = listPartitionOf(head);
        const result = await write((shard) => [
          {
            Update: {
              TableName,
              Key: headKey(account, quoteId),
              UpdateExpression: 'SET convertedAt = :at REMOVE expiry',
              ConditionExpression:
                'attribute_exists(pk) AND attribute_not_exists(convertedAt) AND attribute_not_exists(announcedAt)',
              ExpressionAttributeValues: { ':at': convertedAt },
            },
          },
          { Delete: { TableName, Key: rowKey(account, from, quoteId) } },
          { Put: { TableName, Item: rowItem(account, CONVERTED_PARTITION, head) } },
          ...countUpdates(
            TableName,
            account,
            quoteId,
            [
              { partition: from, by: -1 },
              { partition: CONVERTED_PARTITION, by: 1 },
            ],
            shard,
          ),
        ]);
        if (result.outcome === 'written') {
          return { outcome: 'converted', quote: toStoredQuote({ ...head, convertedAt }, detail, today()) };
        }
        if (result.outcome === 'contended') break;
      }
      throw contendedWrite();
    },

    async delete(account, quoteId) {
      for (let round = 0; round < ROUNDS; round++) {
        const head = await getHead(account, quoteId);
        if (head === undefined) return 'not-found';
        const partition = listPartitionOf(head);
        const state = head.convertedAt === undefined ? 'attribute_not_exists' : 'attribute_exists';
        const result = await write((shard) => [
          {
            Delete: {
              TableName,
              Key: headKey(account, quoteId),
              ConditionExpression: `attribute_exists(pk) AND ${state}(convertedAt)`,
            },
          },
          { Delete: { TableName, Key: detailKey(account, quoteId) } },
          { Delete: { TableName, Key: rowKey(account, partition, quoteId) } },
          ...countUpdates(TableName, account, quoteId, [{ partition, by: -1 }], shard),
        ]);
        if (result.outcome === 'written') return 'deleted';
        if (result.outcome === 'contended') break;
      }
      throw contendedWrite();
    },
  };
}
