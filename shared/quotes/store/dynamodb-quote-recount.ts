import { setTimeout as wait } from 'node:timers/promises';
import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import { customerKey } from '../../contracts/rate/contract-rate.ts';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import { startOfDay } from '../../platform/time/utc-day.ts';
import { type CountedRow, countsOf, differences } from '../counts/count-differences.ts';
import { countAttribute, dayOf, LEVELS, type Level, spanPeriod } from '../counts/count-levels.ts';
import {
  type CountSnapshot,
  isUnchanged,
  readCountSnapshot,
  unchangedChecks,
  unchangedSince,
} from '../counts/dynamodb-count-snapshot.ts';
import { addToCounts, countItemKey, type QuoteTable, readCounts } from '../counts/dynamodb-day-counts.ts';
import { createShardedWrite, type ShardedWriteOptions } from '../counts/dynamodb-sharded-write.ts';
import { ALL_PARTITIONS, type ListPartition } from '../counts/list-partition.ts';
import { accountList, customerList, type QuoteList } from '../counts/quote-lists.ts';
import type { CountDifference, QuoteRecounts } from '../counts/quote-recount.ts';
import type { QuoteId } from '../record/quote-id.ts';
import { firstIdAt } from '../record/quote-id.ts';
import { rowsKey } from './dynamodb-quote-items.ts';

const PARTITIONS_AT_ONCE = 8;

/** Reads the list rows of the quotes table, and the accounts that own them, for a recount. */
function createQuoteRows({ client, TableName }: QuoteTable) {
  const readPartition = async (
    list: QuoteList,
    partition: ListPartition,
    from: string,
    to: string,
  ): Promise<CountedRow[]> => {
    const rows: CountedRow[] = [];
    const pages = paginateQuery(
      { client },
      {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': rowsKey(list, partition), ':from': from, ':to': to },
        ProjectionExpression: 'sk, customer',
      },
    );
    for await (const { Items = [] } of pages) {
      rows.push(
        ...Items.map(({ sk, customer }) => ({
          partition,
          quoteId: sk as QuoteId,
          customer: String(customer ?? ''),
        })),
      );
    }
    return rows;
  };

  return {
    /** The rows of a list with ids in a range, both ends included, in every partition. */
    async read(list: QuoteList, from: string, to: string): Promise<CountedRow[]> {
      const rows: CountedRow[] = [];
      for (const partitions of chunk(ALL_PARTITIONS, PARTITIONS_AT_ONCE)) {
        const read = await Promise.all(
          partitions.map((partition) => readPartition(list, partition, from, to)),
        );
        for (const ofPartition of read) rows.push(...ofPartition);
      }
      return rows;
    },

    /** All accounts with quotes, by a scan of the table. */
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
  };
}

/** Counts corrected by one transaction: its expressions stay below 4 KB. */
const COUNTS_PER_TRANSACTION = 80;
/** Retries while concurrent calls write to a period. */
const MAX_ATTEMPTS = 100;
const PAUSE_MS = 20;

class PeriodBusyError extends Error {
  override readonly name = 'PeriodBusyError';
}

/** The comparison of a period: its count items when they were read, and the differences. */
interface Comparison {
  readonly level: 'day' | 'span';
  readonly period: string;
  readonly snapshot: CountSnapshot;
  readonly differences: readonly CountDifference[];
}

/** Recounts over the quotes table. */
export function createDynamoDbQuoteRecounts(
  table: QuoteTable & Pick<ShardedWriteOptions, 'pause'>,
): QuoteRecounts {
  const { TableName, pause = wait } = table;
  const write = createShardedWrite(table);
  const rows = createQuoteRows(table);

  /** Compares a period, and repeats this until no call wrote to the period during the comparison. */
  const compareUnchanged = async (
    list: QuoteList,
    level: Comparison['level'],
    period: string,
    compare: (snapshot: CountSnapshot) => Promise<readonly CountDifference[]>,
  ): Promise<Comparison> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const snapshot = await readCountSnapshot(table, list, level, period);
      const found = await compare(snapshot);
      const after = await readCountSnapshot(table, list, level, period);
      if (isUnchanged(snapshot, after)) return { level, period, snapshot, differences: found };
      await pause(PAUSE_MS * attempt);
    }
    throw new PeriodBusyError(`concurrent calls wrote to ${period} in each of ${MAX_ATTEMPTS} attempts`);
  };

  const countsOfPart = async (list: QuoteList, level: Level, period: string, part: number) =>
    (await readCountSnapshot(table, list, level, period)).counts.filter((count) => count.part === part);

  /** Compares a ten-minute span with the rows: the counts of its slots, and its count in the day. */
  const compareSpan = (list: QuoteList, day: string, span: number): Promise<Comparison> => {
    const from = startOfDay(day) + span * 600_000;
    return compareUnchanged(list, 'span', spanPeriod(day, span), async ({ counts }) => {
      const found = await rows.read(list, firstIdAt(from), firstIdAt(from + 600_000));
      return [
        ...differences('day', await countsOfPart(list, 'day', day, span), countsOf('day', found)),
        ...differences('span', counts, countsOf('span', found)),
      ];
    });
  };

  /**
   * Compares the count of a day in its month with the sum of the day's spans.
   * @param uncorrected differences of those spans that are not fixed; the sum is corrected by them.
   */
  const compareDay = (
    list: QuoteList,
    [month, part]: readonly [string, number],
    uncorrected: readonly CountDifference[],
  ): Promise<Comparison> =>
    compareUnchanged(list, 'day', dayOf(month, part), async ({ counts }) => {
      const missing = uncorrected.map(({ partition, counted, stored }) => ({
        partition,
        count: counted - stored,
      }));
      const inDay = [...counts, ...missing].map(({ partition, count }) => ({
        period: month,
        part,
        partition,
        count,
      }));
      return differences('month', await countsOfPart(list, 'month', month, part), inDay);
    });

  /** Adds the differences to the counts, on the condition that the period had no writes since the comparison. */
  const fixCounts = async (list: QuoteList, comparison: Comparison): Promise<void> => {
    const { level, period, snapshot } = comparison;
    const fixed = comparison.differences.slice(0, COUNTS_PER_TRANSACTION);
    const [first, ...others] = unchangedSince(snapshot, list, level, period);
    const updates = LEVELS.flatMap((each) => {
      const ofLevel = fixed.filter((difference) => difference.level === each);
      const target = ofLevel[0]?.period ?? period;
      // The period's own item is always written, so that two concurrent fixes do not both apply.
      if (ofLevel.length === 0 && each !== level) return [];
      const add = addToCounts(
        ofLevel.map(({ part, partition, stored, counted }) => ({
          name: countAttribute(part, partition),
          by: counted - stored,
        })),
      );
      const condition = each === level ? first?.condition : undefined;
      return {
        Update: {
          TableName,
          Key: countItemKey(list, each, target, 0),
          ...add,
          ...(condition && {
            ConditionExpression: condition.text,
            ExpressionAttributeValues: {
              ...add.ExpressionAttributeValues,
              ...(condition.rev === undefined ? {} : { ':rev': condition.rev }),
            },
          }),
        },
      };
    });
    await write(() => [...updates, ...unchangedChecks(TableName, others)]);
  };

  /** Compares, and with `fix` corrects counts until there are no differences. Returns the first differences. */
  const compareAndFix = async (
    list: QuoteList,
    fix: boolean,
    compare: () => Promise<Comparison>,
  ): Promise<readonly CountDifference[]> => {
    const first = await compare();
    let last = first;
    for (let attempt = 0; fix && last.differences.length > 0; attempt++) {
      if (attempt === MAX_ATTEMPTS) {
        throw new PeriodBusyError(`could not fix the counts of ${last.period} in ${MAX_ATTEMPTS} attempts`);
      }
      await fixCounts(list, last);
      last = await compare();
    }
    return first.differences;
  };

  /** Compares the counts of a list with its rows, and with `fix` corrects them. */
  const recountList = async (
    list: QuoteList,
    quotes: readonly CountedRow[],
    fix: boolean,
  ): Promise<CountDifference[]> => {
    const stored = async (level: Level) => readCounts(table, list, level, '1970', '2999');
    // One comparison of everything first. Only the periods that differ need the comparison without concurrent writes.
    const counts = { month: await stored('month'), day: await stored('day'), span: await stored('span') };
    const suspects = LEVELS.flatMap((level) => differences(level, counts[level], countsOf(level, quotes)));

    const spans = new Map<string, [day: string, span: number]>();
    const days = new Map<string, [month: string, part: number]>();
    for (const { level, period, part } of suspects) {
      const day = level === 'month' ? dayOf(period, part) : period.slice(0, 10);
      days.set(day, [day.slice(0, 7), Number(day.slice(8))]);
      const span = level === 'day' ? part : level === 'span' ? Number(period.slice(11)) : undefined;
      if (span !== undefined) spans.set(spanPeriod(day, span), [day, span]);
    }
    const found: CountDifference[] = [];
    for (const [day, span] of spans.values()) {
      found.push(...(await compareAndFix(list, fix, () => compareSpan(list, day, span))));
    }
    for (const [day, position] of days) {
      const uncorrected = fix ? [] : found.filter(({ level, period }) => level === 'day' && period === day);
      found.push(...(await compareAndFix(list, fix, () => compareDay(list, position, uncorrected))));
    }
    return found;
  };

  return {
    accounts: rows.accounts,

    async recount(account, fix) {
      const quotes = await rows.read(accountList(account), 'Q-0', 'Q-Z');
      const differences = await recountList(accountList(account), quotes, fix);
      const named = quotes.filter(({ customer }) => customerKey(customer) !== '');
      const byCustomer = Map.groupBy(named, ({ customer }) => customerList(account, customer));
      for (const [list, ofCustomer] of byCustomer) {
        const customer = ofCustomer[0]?.customer.trim() ?? '';
        const found = await recountList(list, ofCustomer, fix);
        differences.push(...found.map((difference) => ({ ...difference, customer })));
      }
      return { quotes: quotes.length, differences };
    },
  };
}
