import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { customerKey } from '../../contracts/rate/contract-rate.ts';
import type { Account } from '../../platform/account/account.ts';
import { addDays, startOfDay, type UtcDay, utcDay } from '../../platform/time/utc-day.ts';
import { type Count, dayOf, endOfSlot, endOfSpan, monthOf, spanPeriod } from '../counts/count-levels.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import { readCounts } from '../counts/dynamodb-day-counts.ts';
import { findOffset } from '../counts/find-offset.ts';
import {
  type DayRange,
  decisionIn,
  filteredDays,
  type ListPartition,
  laterPartitions,
  matchingDays,
} from '../counts/list-partition.ts';
import { accountList, customerList, type QuoteList, referenceKey } from '../counts/quote-lists.ts';
import { firstIdAt, quoteCreatedAt } from '../record/quote-id.ts';
import type { QuoteDecision } from '../record/quote-outcome.ts';
import type { QuoteFilter, QuotePage, QuoteRow } from '../record/quote-store.ts';
import { partitionOfReferenceRow, readRow, rowsKey } from './dynamodb-quote-items.ts';

/** A list call of an account. */
interface ListRequest {
  readonly table: QuoteTable;
  readonly account: Account;
  readonly filter: QuoteFilter;
  readonly today: UtcDay;
}

/**
 * Reads a page of the quotes with a reference. All rows with the reference in the filter's days are read, because they
 * are few and not counted.
 */
async function listByReference(
  { table, account, filter, today }: ListRequest,
  reference: string,
  limit: number,
  offset: number,
): Promise<QuotePage> {
  const { first, last } = filteredDays(filter, today);
  if (first > last) return { rows: [], totalCount: 0 };
  const rows: QuoteRow[] = [];
  const pages = newestFirst(
    table,
    referenceKey(account, reference),
    startOfDay(first),
    startOfDay(addDays(last, 1)),
  );
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      const partition = partitionOfReferenceRow(item);
      const row = readRow(item, partition, today);
      const days = matchingDays(partition, filter, today);
      const day = utcDay(quoteCreatedAt(row.quoteId));
      if (days !== undefined && day >= days.first && day <= days.last && isOfCustomer(row, filter)) {
        rows.push(row);
      }
    }
  }
  return { rows: rows.slice(offset, offset + limit), totalCount: rows.length };
}

/** Pages of the rows of a partition that were created in a time range (ms since 1970), newest first. */
const newestFirst = (
  { client, TableName }: ListRequest['table'],
  pk: string,
  from: number,
  to: number,
  limit?: number,
) =>
  paginateQuery(
    { client },
    {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': pk, ':from': firstIdAt(from), ':to': firstIdAt(to) },
      ScanIndexForward: false,
      Limit: limit,
    },
  );

const isOfCustomer = ({ customer }: QuoteRow, { customer: wanted }: QuoteFilter): boolean =>
  wanted === undefined || customerKey(customer) === customerKey(wanted);

/** A call that reads a list with counts. */
interface CountedRequest extends Omit<ListRequest, 'account'> {
  readonly list: QuoteList;
}

/** The quotes of a creation day that match the filter. */
interface DayCount {
  readonly day: UtcDay;
  readonly partitions: Map<ListPartition, number>;
  count: number;
}

/** The start of a page: rows before a moment (ms since 1970), newest first, without the first `skip`. */
interface PageStart {
  readonly before: number;
  readonly skip: number;
  /** Upper bound of the skipped rows of each partition; absent = `skip`. */
  readonly skipByPartition?: ReadonlyMap<ListPartition, number>;
}

/** Reads a page of the list: of all quotes, of a customer's or of those with a reference. */
export async function listQuotes(request: ListRequest, limit: number, offset: number): Promise<QuotePage> {
  const { account, filter } = request;
  if (filter.customerReference !== undefined) {
    return listByReference(request, filter.customerReference, limit, offset);
  }
  const list = filter.customer === undefined ? accountList(account) : customerList(account, filter.customer);
  return listCounted({ ...request, list }, limit, offset);
}

/**
 * Reads a page of a list with counts. The counts of days give the total; the counts of a day and of a ten-minute span locate the
 * offset. Then rows are read: those of the page, and at most those of one five-second slot in addition.
 */
async function listCounted(request: CountedRequest, limit: number, offset: number): Promise<QuotePage> {
  const days = await countDays(request);
  const totalCount = days.reduce((sum, { count }) => sum + count, 0);
  const first = dayAt(days, offset);
  if (first === undefined) return { rows: [], totalCount };
  const start = await findStart(request, first.day, first.skip, offset);
  const partitions = partitionsOfPage(days, first.index, first.skip + limit);
  return { rows: await readPage(request, partitions, start, limit), totalCount };
}

/** The days with matching quotes, newest first. */
async function countDays({ table, list, filter, today }: CountedRequest): Promise<DayCount[]> {
  const { first, last } = filteredDays(filter, today);
  if (first > last) return [];
  const counts = await readCounts(table, list, 'month', monthOf(first), monthOf(last));
  const ranges = new Map(counts.map(({ partition }) => [partition, undefined as DayRange | undefined]));
  for (const partition of ranges.keys()) ranges.set(partition, matchingDays(partition, filter, today));

  const byDay = new Map<UtcDay, DayCount>();
  for (const { period, part, partition, count } of counts) {
    const day = dayOf(period, part);
    const range = ranges.get(partition);
    if (range === undefined || day < range.first || day > range.last) continue;
    const dayCount = byDay.get(day) ?? { day, partitions: new Map(), count: 0 };
    dayCount.partitions.set(partition, (dayCount.partitions.get(partition) ?? 0) + count);
    dayCount.count += count;
    byDay.set(day, dayCount);
  }
  return [...byDay.values()].filter(({ count }) => count > 0).sort((a, b) => (a.day < b.day ? 1 : -1));
}

/** The day that contains an offset, and the quotes to skip in it; undefined past the end. */
function dayAt(days: readonly DayCount[], offset: number) {
  let skip = offset;
  for (const [index, day] of days.entries()) {
    if (skip < day.count) return { index, day, skip };
    skip -= day.count;
  }
  return undefined;
}

/** Finds the five-second slot of a day that contains an offset. */
async function findStart(
  request: CountedRequest,
  { day, partitions }: DayCount,
  skip: number,
  offset: number,
): Promise<PageStart> {
  const endOfDay = { before: startOfDay(addDays(day, 1)), skip };
  if (offset === 0) return endOfDay;
  const read = async (level: 'day' | 'span', period: string): Promise<Count[]> =>
    (await readCounts(request.table, request.list, level, period, period)).filter(({ partition }) =>
      partitions.has(partition),
    );

  const span = findOffset(await read('day', day), skip);
  if (span === undefined) return endOfDay;
  const slots = await read('span', spanPeriod(day, span.part));
  const slot = findOffset(slots, span.skip);
  if (slot === undefined) return { before: endOfSpan(day, span.part), skip: span.skip };
  const skipByPartition = new Map([...partitions.keys()].map((partition) => [partition, 0]));
  for (const { part, partition, count } of slots) {
    if (part === slot.part) skipByPartition.set(partition, (skipByPartition.get(partition) ?? 0) + count);
  }
  return { before: endOfSlot(day, span.part, slot.part), skip: slot.skip, skipByPartition };
}

/**
 * The partitions that can contain the next `wanted` quotes, starting with a day, also if quotes are decided on after the
 * counts were read.
 */
function partitionsOfPage(days: readonly DayCount[], from: number, wanted: number): Set<ListPartition> {
  const partitions = new Set<ListPartition>();
  let count = 0;
  for (const day of days.slice(from)) {
    if (count >= wanted) break;
    count += day.count;
    for (const [partition, quotes] of day.partitions) if (quotes > 0) partitions.add(partition);
  }
  return new Set([...partitions].flatMap((partition) => [partition, ...laterPartitions(partition)]));
}

/** Decisions in the order in which quotes get them. */
const STAGES: readonly (readonly (QuoteDecision | undefined)[])[] = [
  [undefined],
  ['declined'],
  ['superseded', 'converted'],
];

/**
 * Reads undecided quotes first, then declined ones, so that a quote which is decided on in the meantime is read once or
 * twice, never missed. A later read has the later decision.
 */
async function readPage(
  request: CountedRequest,
  partitions: ReadonlySet<ListPartition>,
  start: PageStart,
  limit: number,
): Promise<QuoteRow[]> {
  const read = (partition: ListPartition) => {
    const skip = Math.min(start.skip, start.skipByPartition?.get(partition) ?? start.skip);
    return readRows(request, partition, start.before, skip + limit);
  };
  const rows: QuoteRow[] = [];
  for (const decisions of STAGES) {
    const ofStage = [...partitions].filter((partition) => decisions.includes(decisionIn(partition)));
    rows.push(...(await Promise.all(ofStage.map(read))).flat());
  }
  return [...new Map(rows.map((row) => [row.quoteId, row])).values()]
    .sort((a, b) => (a.quoteId < b.quoteId ? 1 : -1))
    .slice(start.skip, start.skip + limit);
}

async function readRows(
  { table, list, filter, today }: CountedRequest,
  partition: ListPartition,
  before: number,
  wanted: number,
): Promise<QuoteRow[]> {
  const range = matchingDays(partition, filter, today);
  if (range === undefined) return [];
  const rows: QuoteRow[] = [];
  const pages = newestFirst(
    table,
    rowsKey(list, partition),
    startOfDay(range.first),
    Math.min(before, startOfDay(addDays(range.last, 1))),
    wanted,
  );
  for await (const { Items = [] } of pages) {
    rows.push(...Items.map((item) => readRow(item, partition, today)));
    if (rows.length >= wanted) break;
  }
  return rows;
}
