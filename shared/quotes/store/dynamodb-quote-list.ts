import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { addDays, startOfDay, type UtcDay } from '../../platform/time/utc-day.ts';
import { type Count, dayOf, endOfSlot, endOfSpan, monthOf, spanPeriod } from '../counts/count-levels.ts';
import { type QuoteTable, readCounts } from '../counts/dynamodb-count-nodes.ts';
import { findOffset } from '../counts/find-offset.ts';
import {
  CONVERTED_LOT,
  type DaySpan,
  daysAsked,
  daysTaken,
  type ListPartition,
} from '../counts/list-partition.ts';
import { firstIdAt } from '../record/quote-id.ts';
import type { QuoteFilter, QuotePage, QuoteRow } from '../record/quote-store.ts';
import { readRow, rowsKey } from './dynamodb-quote-items.ts';

/** One look at the list. */
interface Look {
  readonly table: QuoteTable;
  readonly holder: Account;
  readonly filter: QuoteFilter;
  readonly today: UtcDay;
}

/** What a filter takes of a day. */
interface DayCount {
  readonly day: UtcDay;
  readonly lots: Map<ListPartition, number>;
  count: number;
}

/** Rows before a moment (ms since 1970), newest first, without the first `rest`. */
interface Start {
  readonly before: number;
  readonly rest: number;
  /** Of a lot, at most so many are among the `rest`; absent = all may be. */
  readonly restOfLot?: ReadonlyMap<ListPartition, number>;
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
  const lots = lotsOfPage(days, first.index, first.rest + limit);
  return { rows: await readPage(look, lots, start, limit), totalCount };
}

/** What the filter takes of each day, newest first, without days it takes nothing of. */
async function countDays({ table, holder, filter, today }: Look): Promise<DayCount[]> {
  const { first, last } = daysAsked(filter, today);
  if (first > last) return [];
  const counts = await readCounts(table, holder, 'month', monthOf(first), monthOf(last));
  const spans = new Map(counts.map(({ lot }) => [lot, undefined as DaySpan | undefined]));
  for (const lot of spans.keys()) spans.set(lot, daysTaken(lot, filter, today));

  const byDay = new Map<UtcDay, DayCount>();
  for (const { period, part, lot, count } of counts) {
    const day = dayOf(period, part);
    const span = spans.get(lot);
    if (span === undefined || day < span.first || day > span.last) continue;
    const counted = byDay.get(day) ?? { day, lots: new Map(), count: 0 };
    counted.lots.set(lot, (counted.lots.get(lot) ?? 0) + count);
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
async function startIn(look: Look, { day, lots }: DayCount, rest: number, offset: number): Promise<Start> {
  const top = { before: startOfDay(addDays(day, 1)), rest };
  if (offset === 0) return top;
  const read = async (level: 'day' | 'span', period: string): Promise<Count[]> =>
    (await readCounts(look.table, look.holder, level, period, period)).filter(({ lot }) => lots.has(lot));

  const span = findOffset(await read('day', day), rest);
  if (span === undefined) return top;
  const slots = await read('span', spanPeriod(day, span.part));
  const slot = findOffset(slots, span.rest);
  if (slot === undefined) return { before: endOfSpan(day, span.part), rest: span.rest };
  const restOfLot = new Map([...lots.keys()].map((lot) => [lot, 0]));
  for (const { part, lot, count } of slots) {
    if (part === slot.part) restOfLot.set(lot, (restOfLot.get(lot) ?? 0) + count);
  }
  return { before: endOfSlot(day, span.part, slot.part), rest: slot.rest, restOfLot };
}

/** Lots of which the next `wanted` quotes from a day on may be. */
function lotsOfPage(days: readonly DayCount[], from: number, wanted: number): Set<ListPartition> {
  const lots = new Set<ListPartition>();
  let count = 0;
  for (const day of days.slice(from)) {
    if (count >= wanted) break;
    count += day.count;
    for (const [lot, ofLot] of day.lots) if (ofLot > 0) lots.add(lot);
  }
  return lots;
}

/** Open lots first: a quote that is converted meanwhile is then read once or twice, never not at all. */
async function readPage(
  look: Look,
  lots: ReadonlySet<ListPartition>,
  start: Start,
  limit: number,
): Promise<QuoteRow[]> {
  const read = (lot: ListPartition) => {
    const rest = Math.min(start.rest, start.restOfLot?.get(lot) ?? start.rest);
    return readRows(look, lot, start.before, rest + limit);
  };
  const open = [...lots].filter((lot) => lot !== CONVERTED_LOT);
  const rows = (await Promise.all(open.map(read))).flat();
  if (lots.has(CONVERTED_LOT)) rows.push(...(await read(CONVERTED_LOT)));
  return [...new Map(rows.map((row) => [row.quoteId, row])).values()]
    .sort((a, b) => (a.quoteId < b.quoteId ? 1 : -1))
    .slice(start.rest, start.rest + limit);
}

async function readRows(
  { table: { client, TableName }, holder, filter, today }: Look,
  lot: ListPartition,
  before: number,
  wanted: number,
): Promise<QuoteRow[]> {
  const span = daysTaken(lot, filter, today);
  if (span === undefined) return [];
  const rows: QuoteRow[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': rowsKey(holder, lot),
        ':from': firstIdAt(startOfDay(span.first)),
        ':to': firstIdAt(Math.min(before, startOfDay(addDays(span.last, 1)))),
      },
      ScanIndexForward: false,
      Limit: wanted,
    },
  );
  for await (const { Items = [] } of pages) {
    rows.push(...Items.map((item) => readRow(item, lot, today)));
    if (rows.length >= wanted) break;
  }
  return rows;
}
