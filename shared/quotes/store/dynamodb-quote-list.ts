import { customerKey } from '../../customers/customer-names.ts';
import type { Account } from '../../platform/account/account.ts';
import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import { itemsBetween } from '../../platform/dynamodb/page-of-matches.ts';
import { addDays, monthOf, startOfDay, type UtcDay, utcDay } from '../../platform/time/utc-calendar.ts';
import { type QuoteTable, readCounts } from '../counts/dynamodb-day-counts.ts';
import {
  accountList,
  customerListsOf,
  type DayRange,
  decisionIn,
  filteredDays,
  type ListPartition,
  laterPartitions,
  matchingDays,
  type QuoteList,
  referenceKey,
} from '../counts/list-partition.ts';
import {
  createdDayOf,
  firstIdAt,
  type QuoteDecision,
  type QuoteFilter,
  type QuotePage,
  type QuoteRow,
} from '../record/stored-quote.ts';
import {
  detailKey,
  partitionOfReferenceRow,
  readDetailItem,
  readRow,
  rowsKey,
} from './dynamodb-quote-items.ts';

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
  const range = { first, last: addDays(last, 1) };
  for await (const item of newestFirst(table, referenceKey(account, reference), range)) {
    const partition = partitionOfReferenceRow(item);
    const row = readRow(item, partition, today);
    const days = matchingDays(partition, filter, today);
    const day = createdDayOf(row.quoteId);
    if (days !== undefined && day >= days.first && day <= days.last && isOfCustomer(row, filter)) {
      rows.push(row);
    }
  }
  return { rows: rows.slice(offset, offset + limit), totalCount: rows.length };
}

/** The rows of a partition that were created from the first day until the last one begins, newest first. */
const newestFirst = (
  { client, TableName }: QuoteTable,
  pk: string,
  { first, last }: DayRange,
  pageSize?: number,
) =>
  itemsBetween(client, TableName, {
    ...{ pk, from: firstIdAt(startOfDay(first)), to: firstIdAt(startOfDay(last)), newestFirst: true },
    ...(pageSize && { pageSize }),
  });

const isOfCustomer = (row: QuoteRow, { customer, customerId }: QuoteFilter): boolean =>
  (customer === undefined || customerKey(row.customer) === customerKey(customer)) &&
  (customerId === undefined || row.customerId === customerId);

interface CountedRequest extends Omit<ListRequest, 'account'> {
  readonly list: QuoteList;
}

/** The quotes of a creation day that match the filter. */
interface MatchingDay {
  readonly day: UtcDay;
  readonly partitions: Map<ListPartition, number>;
  count: number;
}

export type QuoteLists = ReturnType<typeof createDynamoDbQuoteList>;

/** Lists of all quotes, of a customer's or of those with a reference. */
export function createDynamoDbQuoteList({
  now = () => new Date(),
  ...table
}: QuoteTable & { readonly now?: () => Date }) {
  return {
    /** `limit` from 1, `offset` from 0. The cost depends on the quotes of the day in which the offset is, not on all quotes. */
    async list(account: Account, filter: QuoteFilter, limit: number, offset: number): Promise<QuotePage> {
      const request = { table, account, filter, today: utcDay(now()) };
      const { customerReference, customer = '', customerId } = filter;
      if (customerReference !== undefined) {
        return listByReference(request, customerReference, limit, offset);
      }
      const [list = accountList(account)] = customerListsOf(account, { customer, customerId });
      return listCounted({ ...request, list }, limit, offset);
    },
  };
}

/**
 * Reads a page of a list with counts. The counts of days give the total and the day of the offset. Then rows are read from the
 * end of this day: those before the offset, at most the quotes of the day, and those of the page.
 */
async function listCounted(request: CountedRequest, limit: number, offset: number): Promise<QuotePage> {
  const days = await countDays(request);
  const totalCount = days.reduce((sum, { count }) => sum + count, 0);
  let skip = offset;
  const first = days.findIndex(({ count }) => {
    if (skip < count) return true;
    skip -= count;
    return false;
  });
  if (first < 0) return { rows: [], totalCount };
  return { rows: await readPage(request, days.slice(first), skip, limit), totalCount };
}

async function countDays({ table, list, filter, today }: CountedRequest): Promise<MatchingDay[]> {
  const { first, last } = filteredDays(filter, today);
  if (first > last) return [];
  const { counts } = await readCounts(table, list, monthOf(first), monthOf(last));
  const ranges = new Map(counts.map(({ partition }) => [partition, undefined as DayRange | undefined]));
  for (const partition of ranges.keys()) ranges.set(partition, matchingDays(partition, filter, today));

  const byDay = new Map<UtcDay, MatchingDay>();
  for (const { day, partition, count } of counts) {
    const range = ranges.get(partition);
    if (range === undefined || day < range.first || day > range.last) continue;
    const dayCount = byDay.get(day) ?? { day, partitions: new Map(), count: 0 };
    dayCount.partitions.set(partition, (dayCount.partitions.get(partition) ?? 0) + count);
    dayCount.count += count;
    byDay.set(day, dayCount);
  }
  return [...byDay.values()].filter(({ count }) => count > 0).sort((a, b) => (a.day < b.day ? 1 : -1));
}

/** The partitions that can contain the next `wanted` quotes of days, also if quotes are decided on after the counts were read. */
function partitionsOfPage(days: readonly MatchingDay[], wanted: number): Set<ListPartition> {
  const partitions = new Set<ListPartition>();
  let count = 0;
  for (const day of days) {
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
 * Reads a page of days, newest first, without the first `skip` quotes. Undecided quotes are read first, then declined ones, so
 * that a quote which is decided on in the meantime is read once or twice, never missed. A later read has the later decision.
 */
async function readPage(
  request: CountedRequest,
  days: readonly MatchingDay[],
  skip: number,
  limit: number,
): Promise<QuoteRow[]> {
  const [first] = days;
  if (first === undefined) return [];
  const before = addDays(first.day, 1);
  const partitions = partitionsOfPage(days, skip + limit);
  const rows: QuoteRow[] = [];
  for (const decisions of STAGES) {
    const ofStage = [...partitions].filter((partition) => decisions.includes(decisionIn(partition)));
    const read = ofStage.map((partition) => readRows(request, partition, before, skip + limit));
    rows.push(...(await Promise.all(read)).flat());
  }
  return [...new Map(rows.map((row) => [row.quoteId, row])).values()]
    .sort((a, b) => (a.quoteId < b.quoteId ? 1 : -1))
    .slice(skip, skip + limit);
}

async function readRows(
  { table, list, filter, today }: CountedRequest,
  partition: ListPartition,
  before: UtcDay,
  wanted: number,
): Promise<QuoteRow[]> {
  const range = matchingDays(partition, filter, today);
  if (range === undefined) return [];
  const rows: QuoteRow[] = [];
  const after = addDays(range.last, 1);
  const days = { first: range.first, last: after < before ? after : before };
  for await (const item of newestFirst(table, rowsKey(list, partition), days, wanted)) {
    rows.push(readRow(item, partition, today));
    if (rows.length === wanted) break;
  }
  return rows;
}

export interface RecentQuote {
  readonly row: QuoteRow;
  readonly detail: unknown;
}

export type RecentQuotes = ReturnType<typeof createDynamoDbRecentQuotes>;

/**
 * The newest quotes in the quotes table, by one page of the list and one batch of details. IAM permissions: `Query`,
 * `BatchGetItem`.
 */
export function createDynamoDbRecentQuotes(table: QuoteTable, now: () => Date) {
  const { client, TableName } = table;
  const { list } = createDynamoDbQuoteList({ ...table, now });
  return {
    /**
     * Newest first, in any status; fewer than `limit` (1 to 100) if the account has fewer, or if quotes are deleted
     * meanwhile.
     */
    async recent(account: Account, limit: number): Promise<readonly RecentQuote[]> {
      const { rows } = await list(account, {}, limit, 0);
      if (rows.length === 0) return [];
      const Keys = rows.map(({ quoteId }) => detailKey(account, quoteId));
      const read = await batchGet(client, { [TableName]: { Keys, ConsistentRead: true } });
      const details = new Map(
        (read.get(TableName) ?? []).map(readDetailItem).map((one) => [one.pk, one.detail]),
      );
      return rows.flatMap((row) => {
        const detail = details.get(detailKey(account, row.quoteId).pk);
        return detail === undefined ? [] : [{ row, detail }];
      });
    },
  };
}
