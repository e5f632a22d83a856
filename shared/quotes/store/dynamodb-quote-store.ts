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
import { countingSteps, type QuoteTable } from '../counts/dynamodb-count-nodes.ts';
import {
  type TransactItem,
  transactWithRetry,
  type Writing,
} from '../counts/dynamodb-transact-with-retry.ts';
import { CONVERTED_LOT, openLot } from '../counts/list-partition.ts';
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
  lotOf,
  quoteKey,
  readHead,
  rowItem,
  rowKey,
  statusParts,
  toStoredQuote,
} from './dynamodb-quote-items.ts';
import { listQuotes } from './dynamodb-quote-list.ts';

export interface DynamoDbQuotes<Companion> extends QuoteTable, Pick<Writing, 'pause'> {
  /** The time that statuses go by. */
  readonly now: () => Date;
  /** The write that puts a companion there; `writtenBy` is unique to the quote it comes with. */
  readonly companionWrite?: (companion: Companion, writtenBy: string) => TransactItem;
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

class CompanionUnknownError extends Error {
  override readonly name = 'CompanionUnknownError';
}

/** Quotes in one DynamoDB table; decision 0011 says which items there are and why. */
export function createDynamoDbQuoteStore<Companion = never>(
  quotes: DynamoDbQuotes<Companion>,
): QuoteStore<Companion> {
  const { client, TableName, now, companionWrite, meter } = quotes;
  const write = transactWithRetry(quotes);
  const today = () => utcDay(now());

  const getHead = async (holder: Account, quoteId: QuoteId): Promise<Head | undefined> => {
    const get = new GetCommand({ TableName, Key: headKey(holder, quoteId), ConsistentRead: true });
    const { Item } = await client.send(get);
    return Item === undefined ? undefined : readHead(Item);
  };

  const getQuote = async (holder: Account, quoteId: QuoteId) => {
    const query = new QueryCommand({
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': quoteKey(holder, quoteId) },
    });
    const { Items = [] } = await client.send(query);
    const head = Items.find(({ sk }) => sk === 'quote');
    const detail = Items.find(({ sk }) => sk === 'detail');
    return head === undefined ? undefined : { head: readHead(head), detail };
  };

  const read = async (holder: Account, quoteId: QuoteId): Promise<StoredQuote | undefined> => {
    const found = await getQuote(holder, quoteId);
    return found && toStoredQuote(found.head, found.detail, today());
  };

  const composeCompanion = (companion: Companion, writtenBy: string): TransactItem => {
    if (companionWrite === undefined) throw new CompanionUnknownError('the store knows no companions');
    return companionWrite(companion, writtenBy);
  };

  /** How a quote counts in its month. `used`: quotes of the month before it, known only under a limit. */
  const planCount = async (holder: Account, period: string, monthlyLimit: number | undefined) => {
    if (meter === undefined) return { items: () => [] };
    if (monthlyLimit === undefined) return { items: (shard: number) => [meter.count(holder, period, shard)] };
    const counts = (await meter.read(holder, period, period)).get(period) ?? NONE_METERED;
    const bounds = shardBounds(counts, monthlyLimit);
    const items = () => {
      const preferred = Math.floor(Math.random() * METER_SHARDS);
      // Without room on any shard the condition of the preferred one is not met.
      const shard = shardWithRoom(counts, bounds, preferred) ?? preferred;
      return [meter.count(holder, period, shard, bounds[shard])];
    };
    const used = totalMetered(counts);
    return { items, used, isReached: used >= monthlyLimit };
  };

  return {
    read,

    async create(holder, quote, companion, monthlyLimit) {
      const { quoteId, summary } = quote;
      const bounded = boundQuote(quote);
      const period = usagePeriod(quoteCreatedAt(quoteId));
      const lot = openLot(bounded.validityDays);
      const writtenBy = randomUUID();
      for (let round = 0; round < COUNT_ROUNDS; round++) {
        const count = await planCount(holder, period, monthlyLimit);
        // Counts never go down, so a transaction could only fail. A companion may be there already: it comes first.
        if (count.isReached && companion === undefined) return { overLimit: count.used };
        const written = await write((shard) => [
          ...count.items(shard),
          {
            Put: {
              TableName,
              Item: headItem(holder, quote, bounded, writtenBy),
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          { Put: { TableName, Item: detailItem(holder, quoteId, bounded.detail) } },
          { Put: { TableName, Item: rowItem(holder, lot, { quoteId, ...summary }) } },
          ...countingSteps(TableName, holder, quoteId, [{ lot, by: 1 }], shard),
          ...(companion === undefined ? [] : [composeCompanion(companion, writtenBy)]),
        ]);
        if (written.met) return 'created';
        // An earlier sending of this one meets its own quote and its own companion.
        const there = await getHead(holder, quoteId);
        if (there?.writtenBy === writtenBy) return 'created';
        if (there !== undefined) throw new QuoteIdTakenError(`there is a quote ${quoteId} already`);
        if (written.contended) return 'contended';
        const isCountUnmet = count.used !== undefined && written.unmet.every((position) => position === 0);
        if (!isCountUnmet) return 'companion-refused';
        if (count.isReached) return { overLimit: count.used };
      }
      return 'contended';
    },

    list: (holder, filter, limit, offset) =>
      listQuotes({ table: quotes, holder, filter, today: today() }, limit, offset),

    async convert(holder, quoteId) {
      for (let round = 0; round < ROUNDS; round++) {
        const found = await getQuote(holder, quoteId);
        if (found === undefined) return { outcome: 'not-found' };
        const { head, detail } = found;
        const status = quoteStatus(statusParts(head), today());
        if (status === 'converted') {
          return { outcome: 'converted', quote: toStoredQuote(head, detail, today()) };
        }
        if (status === 'expired' || head.announcedAt !== undefined) return { outcome: 'expired' };

        const convertedAt = now().toISOString();
        const from = lotOf(head);
        const written = await write((shard) => [
          {
            Update: {
              TableName,
              Key: headKey(holder, quoteId),
              UpdateExpression: 'SET convertedAt = :at REMOVE expiry',
              ConditionExpression:
                'attribute_exists(pk) AND attribute_not_exists(convertedAt) AND attribute_not_exists(announcedAt)',
              ExpressionAttributeValues: { ':at': convertedAt },
            },
          },
          { Delete: { TableName, Key: rowKey(holder, from, quoteId) } },
          { Put: { TableName, Item: rowItem(holder, CONVERTED_LOT, head) } },
          ...countingSteps(
            TableName,
            holder,
            quoteId,
            [
              { lot: from, by: -1 },
              { lot: CONVERTED_LOT, by: 1 },
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

    async delete(holder, quoteId) {
      for (let round = 0; round < ROUNDS; round++) {
        const head = await getHead(holder, quoteId);
        if (head === undefined) return 'not-found';
        const lot = lotOf(head);
        const state = head.convertedAt === undefined ? 'attribute_not_exists' : 'attribute_exists';
        const written = await write((shard) => [
          {
            Delete: {
              TableName,
              Key: headKey(holder, quoteId),
              ConditionExpression: `attribute_exists(pk) AND ${state}(convertedAt)`,
            },
          },
          { Delete: { TableName, Key: detailKey(holder, quoteId) } },
          { Delete: { TableName, Key: rowKey(holder, lot, quoteId) } },
          ...countingSteps(TableName, holder, quoteId, [{ lot, by: -1 }], shard),
        ]);
        if (written.met) return 'deleted';
        if (written.contended) break;
      }
      return 'contended';
    },
  };
}
