import { setTimeout as wait } from 'node:timers/promises';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import { additionUpdates } from '../../platform/dynamodb/add-numbers.ts';
import { itemsBetween } from '../../platform/dynamodb/page-of-matches.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { addDays, monthOf, startOfDay, type UtcDay } from '../../platform/time/utc-calendar.ts';
import {
  countAddition,
  countItemKey,
  type DayCount,
  type QuoteTable,
  readCounts,
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
/** The differences of a month, and the writes to its first item until then. */
interface MonthComparison {
  readonly found: readonly CountDifference[];
  readonly rev: number | undefined;
}

/** Counts corrected by one transaction: its expressions stay below 4 KB. */
const COUNTS_PER_TRANSACTION = 80;
/** Comparisons of a month while calls write to it. */
const MAX_ATTEMPTS = 100;
const PAUSE_MS = 20;

class MonthBusyError extends Error {
  override readonly name = 'MonthBusyError';
}

export type QuoteRecounts = ReturnType<typeof createDynamoDbQuoteRecounts>;

/** Compares the counts of quotes with their rows. Concurrent API calls do not cause differences. */
export function createDynamoDbQuoteRecounts({
  pause = wait,
  ...table
}: QuoteTable & { readonly pause?: (ms: number) => Promise<unknown> }) {
  const { client, TableName } = table;

  /** The differences of a month, at a moment at which no call wrote to its counts. */
  const compareMonth = async (list: QuoteList, month: string): Promise<MonthComparison> => {
    const from = firstIdAt(startOfDay(`${month}-01`));
    const to = firstIdAt(startOfDay(`${monthOf(addDays(`${month}-28`, 4))}-01`));
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const { counts, revs } = await readCounts(table, list, month, month);
      const rows = await readRows(table, list, from, to);
      const after = await readCounts(table, list, month, month);
      const isSame =
        after.revs.size === revs.size && [...after.revs].every(([sk, rev]) => revs.get(sk) === rev);
      if (isSame) return { found: differences(counts, rows), rev: revs.get(countItemKey(list, month, 0).sk) };
      await pause(PAUSE_MS * attempt);
    }
    throw new MonthBusyError(`concurrent calls wrote to ${month} in each of ${MAX_ATTEMPTS} attempts`);
  };

  /** Adds differences to the first item of a month, unless a call or another recount wrote to it since the comparison. */
  const fixCounts = async (list: QuoteList, { found, rev }: MonthComparison) => {
    const additions = found
      .slice(0, COUNTS_PER_TRANSACTION)
      .map(({ day, partition, stored, counted }) =>
        countAddition(list, { day, partition, count: counted - stored }, 0),
      );
    const unwritten = additionUpdates(TableName, additions).map(({ Update }) => ({
      Update: {
        ...Update,
        ConditionExpression: rev === undefined ? 'attribute_not_exists(#rev)' : '#rev = :rev',
        ExpressionAttributeNames: { ...Update?.ExpressionAttributeNames, '#rev': 'rev' },
        ExpressionAttributeValues: {
          ...Update?.ExpressionAttributeValues,
          ...(rev !== undefined && { ':rev': rev }),
        },
      },
    }));
    await transactWrite(client, unwritten as TransactItem[]);
  };

  /** Compares the counts of a list with its rows, and with `fix` corrects them. */
  const recountList = async (list: QuoteList, rows: readonly CountedRow[], fix: boolean) => {
    // One comparison of everything first: only months that differ need one without concurrent writes.
    const { counts } = await readCounts(table, list, '1970', '2999');
    const found: CountDifference[] = [];
    for (const month of new Set(differences(counts, rows).map(({ day }) => monthOf(day)))) {
      let last = await compareMonth(list, month);
      found.push(...last.found);
      for (let attempt = 0; fix && last.found.length > 0; attempt++) {
        if (attempt === MAX_ATTEMPTS)
          throw new MonthBusyError(`could not fix the counts of ${month} in ${MAX_ATTEMPTS} attempts`);
        await fixCounts(list, last);
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

async function readRows({ client, TableName }: QuoteTable, list: QuoteList, from: string, to: string) {
  const rows: CountedRow[] = [];
  for (const partitions of chunk(ALL_PARTITIONS, PARTITIONS_AT_ONCE)) {
    const read = partitions.map(async (partition) => {
      const range = { pk: rowsKey(list, partition), from, to, newestFirst: false };
      for await (const { sk, customer = '', customerId } of itemsBetween(client, TableName, range)) {
        const named = customerId === undefined ? {} : { customerId: String(customerId) };
        rows.push({ partition, quoteId: sk as QuoteId, customer: String(customer), ...named });
      }
    });
    await Promise.all(read);
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
