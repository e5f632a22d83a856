import { setTimeout as wait } from 'node:timers/promises';
import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import { addDays, monthOf, startOfDay, type UtcDay } from '../../platform/time/utc-calendar.ts';
import {
  addToCounts,
  COUNT_SHARDS,
  countAttribute,
  countItemKey,
  type DayCount,
  type QuoteTable,
  readCounts,
  type StoredCounts,
} from '../counts/dynamodb-day-counts.ts';
import {
  ALL_PARTITIONS,
  accountList,
  customerListsOf,
  type ListPartition,
  type QuoteCustomer,
  type QuoteList,
} from '../counts/list-partition.ts';
import { createdDayOf, firstIdAt, type QuoteId } from '../record/stored-quote.ts';
import { createShardedWrite, type ShardedTable } from './dynamodb-quote-decisions.ts';
import { rowsKey } from './dynamodb-quote-items.ts';

export interface CountDifference {
  /** The customer, if the count is of the list of a customer. */
  readonly customer?: string;
  readonly day: UtcDay;
  readonly partition: ListPartition;
  readonly stored: number;
  readonly counted: number;
}

export interface Recount {
  readonly quotes: number;
  readonly differences: readonly CountDifference[];
}

interface CountedRow extends QuoteCustomer {
  readonly partition: ListPartition;
  readonly quoteId: QuoteId;
}

const PARTITIONS_AT_ONCE = 8;
/** Counts corrected by one transaction: its expressions stay below 4 KB. */
const COUNTS_PER_TRANSACTION = 80;
/** Retries while concurrent calls write to a month. */
const MAX_ATTEMPTS = 100;
const PAUSE_MS = 20;

class MonthBusyError extends Error {
  override readonly name = 'MonthBusyError';
}

export type QuoteRecounts = ReturnType<typeof createDynamoDbQuoteRecounts>;

/** Compares the counts of quotes with their rows. Concurrent API calls do not cause differences. */
export function createDynamoDbQuoteRecounts(table: ShardedTable) {
  const { client, TableName, pause = wait } = table;
  const write = createShardedWrite(table);

  /** The differences of a month, at a moment at which no call wrote to its counts. */
  const compareMonth = async (list: QuoteList, month: string) => {
    const from = startOfDay(`${month}-01`);
    const to = startOfDay(`${monthOf(addDays(`${month}-28`, 4))}-01`);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const stored = await readCounts(table, list, month, month);
      const rows = await readRows(table, list, firstIdAt(from), firstIdAt(to));
      if (hasSameRevs(stored, await readCounts(table, list, month, month))) {
        return { stored, differences: differences(stored.counts, rows) };
      }
      await pause(PAUSE_MS * attempt);
    }
    throw new MonthBusyError(`concurrent calls wrote to ${month} in each of ${MAX_ATTEMPTS} attempts`);
  };

  /** Adds the differences to the counts, on the condition that the month had no writes since the comparison. */
  const fixCounts = (list: QuoteList, month: string, { revs }: StoredCounts, found: CountDifference[]) => {
    const additions = found
      .slice(0, COUNTS_PER_TRANSACTION)
      .map(
        ({ day, partition, stored, counted }) => [countAttribute(day, partition), counted - stored] as const,
      );
    const add = addToCounts(new Map(additions));
    const items = Array.from({ length: COUNT_SHARDS }, (_, shard) => {
      const Key = countItemKey(list, month, shard);
      const rev = revs.get(Key.sk);
      const ConditionExpression = rev === undefined ? 'attribute_not_exists(#rev)' : '#rev = :rev';
      const expected = rev === undefined ? {} : { ':rev': rev };
      if (shard === 0) {
        const ExpressionAttributeValues = { ...add.ExpressionAttributeValues, ...expected };
        return { Update: { TableName, Key, ...add, ConditionExpression, ExpressionAttributeValues } };
      }
      const ExpressionAttributeNames = { '#rev': 'rev' };
      const values = rev === undefined ? {} : { ExpressionAttributeValues: expected };
      return { ConditionCheck: { TableName, Key, ConditionExpression, ExpressionAttributeNames, ...values } };
    });
    return write(() => items);
  };

  /** Compares the counts of a list with its rows, and with `fix` corrects them. */
  const recountList = async (list: QuoteList, rows: readonly CountedRow[], fix: boolean) => {
    // One comparison of everything first: only months that differ need one without concurrent writes.
    const { counts } = await readCounts(table, list, '1970', '2999');
    const months = new Set(differences(counts, rows).map(({ day }) => monthOf(day)));
    const found: CountDifference[] = [];
    for (const month of months) {
      let last = await compareMonth(list, month);
      found.push(...last.differences);
      for (let attempt = 0; fix && last.differences.length > 0; attempt++) {
        if (attempt === MAX_ATTEMPTS) {
          throw new MonthBusyError(`could not fix the counts of ${month} in ${MAX_ATTEMPTS} attempts`);
        }
        await fixCounts(list, month, last.stored, last.differences);
        last = await compareMonth(list, month);
      }
    }
    return found;
  };

  return {
    /** All accounts with quotes; scans the whole table. */
    async accounts(): Promise<readonly Account[]> {
      const found = new Map<string, Account>();
      const pages = paginateScan(
        { client },
        {
          TableName,
          FilterExpression: 'sk = :quote',
          ExpressionAttributeValues: { ':quote': 'quote' },
          ProjectionExpression: 'orgId, #mode',
          ExpressionAttributeNames: { '#mode': 'mode' },
        },
      );
      for await (const { Items = [] } of pages) {
        for (const { orgId, mode } of Items) {
          const known = KEY_MODES.find((each) => each === mode);
          if (known) found.set(`${orgId} ${known}`, { orgId: String(orgId), mode: known });
        }
      }
      return [...found.values()];
    },

    /** Counts an account's rows again; with `fix`, corrects the counts that differ. */
    async recount(account: Account, fix: boolean): Promise<Recount> {
      const quotes = await readRows(table, accountList(account), 'Q-0', 'Q-Z');
      const differences = await recountList(accountList(account), quotes, fix);
      const listed = quotes.flatMap((quote) =>
        customerListsOf(account, quote).map((list) => ({ list, quote })),
      );
      for (const [list, entries] of Map.groupBy(listed, ({ list }) => list)) {
        const ofCustomer = entries.map(({ quote }) => quote);
        const customer = ofCustomer[0]?.customer.trim() ?? '';
        const found = await recountList(list, ofCustomer, fix);
        differences.push(...found.map((difference) => ({ ...difference, customer })));
      }
      return { quotes: quotes.length, differences };
    },
  };
}

async function readRows(table: QuoteTable, list: QuoteList, from: string, to: string) {
  const rows: CountedRow[] = [];
  for (const partitions of chunk(ALL_PARTITIONS, PARTITIONS_AT_ONCE)) {
    const read = partitions.map((partition) => readPartition(table, list, partition, from, to));
    for (const ofPartition of await Promise.all(read)) rows.push(...ofPartition);
  }
  return rows;
}

async function readPartition(
  { client, TableName }: QuoteTable,
  list: QuoteList,
  partition: ListPartition,
  from: string,
  to: string,
): Promise<CountedRow[]> {
  const rows: CountedRow[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': rowsKey(list, partition), ':from': from, ':to': to },
      ProjectionExpression: 'sk, customer, customerId',
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { sk, customer, customerId } of Items) {
      rows.push({
        ...{ partition, quoteId: sk as QuoteId, customer: String(customer ?? '') },
        ...(customerId !== undefined && { customerId: String(customerId) }),
      });
    }
  }
  return rows;
}

function differences(stored: readonly DayCount[], rows: readonly CountedRow[]): CountDifference[] {
  const found = new Map<string, CountDifference & { stored: number; counted: number }>();
  const at = (day: UtcDay, partition: ListPartition) => {
    const name = `${day} ${partition}`;
    const known = found.get(name) ?? { day, partition, stored: 0, counted: 0 };
    found.set(name, known);
    return known;
  };
  for (const { day, partition, count } of stored) at(day, partition).stored += count;
  for (const { quoteId, partition } of rows) at(createdDayOf(quoteId), partition).counted += 1;
  return [...found.values()].filter(({ stored: inItems, counted }) => inItems !== counted);
}

const hasSameRevs = ({ revs: before }: StoredCounts, { revs: after }: StoredCounts): boolean =>
  before.size === after.size && [...after].every(([sk, rev]) => before.get(sk) === rev);
