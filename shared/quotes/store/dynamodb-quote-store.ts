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
import { utcDay } from '../../platform/time/utc-day.ts';
import { countUpdates, type QuoteTable } from '../counts/dynamodb-count-items.ts';
import {
  type TransactItem,
  type TransactOptions,
  transactWithRetry,
} from '../counts/dynamodb-transact-with-retry.ts';
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

export interface DynamoDbQuotes<Extra> extends QuoteTable, Pick<TransactOptions, 'pause'> {
  /** The time that statuses go by. */
  readonly now: () => Date;
  /** The write that puts a extra there; `writtenBy` is unique to the quote it comes with. */
  readonly composeExtraWrite?: (extra: Extra, writtenBy: string) => TransactItem;
  /** Counts the quotes that are made; without it none is counted or limited. */
  readonly meter?: QuoteMeter;
}

/** Others that keep coming first: a quote is converted once and deleted once, so that two rounds are many. */
const ROUNDS = 5;
/** A shard that was filled meanwhile stays full, so that each round rules out one; the last round finds no room. */
const COUNT_ROUNDS = METER_SHARDS + 1;

class QuoteIdTakenError extends Error {
  override readonly name = 'QuoteIdTakenError';
}

class ExtraWriteUnsupportedError extends Error {
  override readonly name = 'ExtraWriteUnsupportedError';
}

/** Quotes in one DynamoDB table; decision 0011 says which items there are and why. */
export function createDynamoDbQuoteStore<Extra = never>(quotes: DynamoDbQuotes<Extra>): QuoteStore<Extra> {
  const { client, TableName, now, composeExtraWrite, meter } = quotes;
  const write = transactWithRetry(quotes);
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
      throw new ExtraWriteUnsupportedError('the store knows no companions');
    return composeExtraWrite(extra, writtenBy);
  };

  /** How a quote counts in its month. `used`: quotes of the month before it, known only under a limit. */
  const planCount = async (account: Account, period: string, monthlyLimit: number | undefined) => {
    if (meter === undefined) return { items: () => [] };
    if (monthlyLimit === undefined)
      return { items: (shard: number) => [meter.count(account, period, shard)] };
    const counts = (await meter.read(account, period, period)).get(period) ?? NONE_METERED;
    const bounds = shardBounds(counts, monthlyLimit);
    const items = () => {
      const preferred = Math.floor(Math.random() * METER_SHARDS);
      // Without room on any shard the condition of the preferred one is not met.
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
        // Counts never go down, so a transaction could only fail. A extra may be there already: it comes first.
        if (count.isReached && extra === undefined) return { overLimit: count.used };
        const written = await write((shard) => [
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
        if (written.met) return 'created';
        // An earlier sending of this one meets its own quote and its own extra.
        const there = await getHead(account, quoteId);
        if (there?.writtenBy === writtenBy) return 'created';
        if (there !== undefined) throw new QuoteIdTakenError(`there is a quote ${quoteId} already`);
        if (written.contended) return 'contended';
        const isCountUnmet = count.used !== undefined && written.unmet.every((position) => position === 0);
        if (!isCountUnmet) return 'extra-write-rejected';
        if (count.isReached) return { overLimit: count.used };
      }
      return 'contended';
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
        const written = await write((shard) => [
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
        if (written.met) {
          return { outcome: 'converted', quote: toStoredQuote({ ...head, convertedAt }, detail, today()) };
        }
        if (written.contended) break;
      }
      return { outcome: 'contended' };
    },

    async delete(account, quoteId) {
      for (let round = 0; round < ROUNDS; round++) {
        const head = await getHead(account, quoteId);
        if (head === undefined) return 'not-found';
        const partition = listPartitionOf(head);
        const state = head.convertedAt === undefined ? 'attribute_not_exists' : 'attribute_exists';
        const written = await write((shard) => [
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
        if (written.met) return 'deleted';
        if (written.contended) break;
      }
      return 'contended';
    },
  };
}
