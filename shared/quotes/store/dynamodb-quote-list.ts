import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { addDays, startOfDay, type UtcDay } from '../../platform/time/utc-day.ts';
import { type Count, dayOf, endOfSlot, endOfSpan, monthOf, spanPeriod } from '../counts/count-levels.ts';
import { type QuoteTable, readCounts } from '../counts/dynamodb-count-items.ts';
import { findOffset } from '../counts/find-offset.ts';
import {
  CONVERTED_PARTITION,
  type DayRange,
  filteredDays,
  type ListPartition,
  matchingDays,
} from '../counts/list-partition.ts';
import { firstIdAt } from '../record/quote-id.ts';
import type { QuoteFilter, QuotePage, QuoteRow } from '../record/quote-store.ts';
import { readRow, rowsKey } from './dynamodb-quote-items.ts';

/** One look at the list. */
interface Look {
  readonly table: QuoteTable;
  readonly account: Account;
  readonly filter: QuoteFilter;
  readonly today: UtcDay;
}

/** What a filter takes of a day. */
interface DayCount {
  readonly day: UtcDay;
  readonly partitions: Map<ListPartition, number>;
  count: number;
}

/** Rows before a moment (ms since 1970), newest first, without the first `rest`. */
interface Start {
  readonly before: number;
  readonly rest: number;
  /** Of a partition, at most so many are among the `rest`; absent = all may be. */
  readonly skipByPartition?: ReadonlyMap<ListPartition, number>;
}

/**
 * A page of the list: days are counted for the total, an offset is found through the counts of a day and of ten
 * minutes of it, and only then rows are read, at most five seconds' more than the page has.
 */
export async function listQuotes(look: Look, limit: number, offset: number): Promise<QuotePage> {
  const days = await countDays(look);
  const totalCount = days.reduce((sum, { count }) => sum + count, 0);
  const first = dayAt(days, offset);
  if (first === undefined) return { rows: [], totalCount };
  const start = await startIn(look, first.in, first.rest, offset);
  const partitions = partitionsOfPage(days, first.index, first.rest + limit);
  return { rows: await readPage(look, partitions, start, limit), totalCount };
}

/** What the filter takes of each day, newest first, without days it takes nothing of. */
async function countDays({ table, account, filter, today }: Look): Promise<DayCount[]> {
  const { first, last } = filteredDays(filter, today);
  if (first > last) return [];
  const counts = await readCounts(table, account, 'month', monthOf(first), monthOf(last));
  const spans = new Map(counts.map(({ partition }) => [partition, undefined as DayRange | undefined]));
  for (const partition of spans.keys()) spans.set(partition, matchingDays(partition, filter, today));

  const byDay = new Map<UtcDay, DayCount>();
  for (const { period, part, partition, count } of counts) {
    const day = dayOf(period, part);
    const span = spans.get(partition);
    if (span === undefined || day < span.first || day > span.last) continue;
    const counted = byDay.get(day) ?? { day, partitions: new Map(), count: 0 };
    counted.partitions.set(partition, (counted.partitions.get(partition) ?? 0) + count);
    counted.count += count;
    byDay.set(day, counted);
  }
  return [...byDay.values()].filter(({ count }) => count > 0).sort((a, b) => (a.day < b.day ? 1 : -1));
}

/** The day that an offset lies in; undefined past the end. */
function dayAt(days: readonly DayCount[], offset: number) {
  let rest = offset;
  for (const [index, day] of days.entries()) {
    if (rest < day.count) return { index, in: day, rest };
    rest -= day.count;
  }
  return undefined;
}

/** Finds the five seconds of a day that an offset lies in. */
async function startIn(
  look: Look,
  { day, partitions }: DayCount,
  rest: number,
  offset: number,
): Promise<Start> {
  const top = { before: startOfDay(addDays(day, 1)), rest };
  if (offset === 0) return top;
  const read = async (level: 'day' | 'span', period: string): Promise<Count[]> =>
    (await readCounts(look.table, look.account, level, period, period)).filter(({ partition }) =>
      partitions.has(partition),
    );

  const span = findOffset(await read('day', day), rest);
  if (span === undefined) return top;
  const slots = await read('span', spanPeriod(day, span.part));
  const slot = findOffset(slots, span.rest);
  if (slot === undefined) return { before: endOfSpan(day, span.part), rest: span.rest };
  const skipByPartition = new Map([...partitions.keys()].map((partition) => [partition, 0]));
  for (const { part, partition, count } of slots) {
    if (part === slot.part) skipByPartition.set(partition, (skipByPartition.get(partition) ?? 0) + count);
  }
  return { before: endOfSlot(day, span.part, slot.part), rest: slot.rest, skipByPartition };
}

/** Partitions of which the next `wanted` quotes from a day on may be. */
function partitionsOfPage(days: readonly DayCount[], from: number, wanted: number): Set<ListPartition> {
  const partitions = new Set<ListPartition>();
  let count = 0;
  for (const day of days.slice(from)) {
    if (count >= wanted) break;
    count += day.count;
    for (const [partition, ofPartition] of day.partitions) if (ofPartition > 0) partitions.add(partition);
  }
  return partitions;
}

/** Open partitions first: a quote that is converted meanwhile is then read once or twice, never not at all. */
async function readPage(
  look: Look,
  partitions: ReadonlySet<ListPartition>,
  start: Start,
  limit: number,
): Promise<QuoteRow[]> {
  const read = (partition: ListPartition) => {
    const rest = Math.min(start.rest, start.skipByPartition?.get(partition) ?? start.rest);
    return readRows(look, partition, start.before, rest + limit);
  };
  const open = [...partitions].filter((partition) => partition !== CONVERTED_PARTITION);
  const rows = (await Promise.all(open.map(read))).flat();
  if (partitions.has(CONVERTED_PARTITION)) rows.push(...(await read(CONVERTED_PARTITION)));
  return [...new Map(rows.map((row) => [row.quoteId, row])).values()]
    .sort((a, b) => (a.quoteId < b.quoteId ? 1 : -1))
    .slice(start.rest, start.rest + limit);
}

async function readRows(
  { table: { client, TableName }, account, filter, today }: Look,
  partition: ListPartition,
  before: number,
  wanted: number,
): Promise<QuoteRow[]> {
  const span = matchingDays(partition, filter, today);
  if (span === undefined) return [];
  const rows: QuoteRow[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': rowsKey(account, partition),
        ':from': firstIdAt(startOfDay(span.first)),
        ':to': firstIdAt(Math.min(before, startOfDay(addDays(span.last, 1)))),
      },
      ScanIndexForward: false,
      Limit: wanted,
    },
  );
  for await (const { Items = [] } of pages) {
    rows.push(...Items.map((item) => readRow(item, partition, today)));
    if (rows.length >= wanted) break;
  }
  return rows;
}
