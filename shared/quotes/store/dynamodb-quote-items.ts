import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { daysBetween, type UtcDay, utcDay } from '../../platform/time/utc-calendar.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import {
  accountList,
  customerListsOf,
  decisionIn,
  hashOfName,
  type ListPartition,
  type QuoteCustomer,
  type QuoteList,
  referenceKey,
  validityOf,
} from '../counts/list-partition.ts';
import {
  type Conversion,
  type Decline,
  decisionOf,
  expiryDayOf,
  type LaneAreas,
  type NewQuote,
  parseQuoteId,
  type QuoteDecisions,
  type QuoteId,
  type QuoteRow,
  quoteCreatedAt,
  quoteOutcome,
  quoteStatus,
  quoteSummary,
  type StoredQuote,
} from '../record/stored-quote.ts';

/** Sparse index of unconverted quotes with an unannounced expiry, by expiry day and shard. */
export const EXPIRY_INDEX = 'by-expiry';

/** Index partitions of an expiry day; each accepts 1,000 writes a second. */
export const EXPIRY_SHARDS = 16;

/** True for a quote that came by the import of an organization: its creation is not an event. */
export const IMPORTED_ATTRIBUTE = 'imported';

const quoteKey = (account: Account, quoteId: QuoteId) => `${accountList(account)}#${quoteId}`;

/** Key of the main item: state, list fields and the event object. Its stream record has all data that events need. */
export const headKey = (account: Account, quoteId: QuoteId) => ({
  pk: quoteKey(account, quoteId),
  sk: 'quote',
});

/** Key of the detail item. It is separate because it never changes and may be ten times as large. */
export const detailKey = (account: Account, quoteId: QuoteId) => ({
  pk: quoteKey(account, quoteId),
  sk: 'detail',
});

/** Partition key of the share links of an account, by quote id. */
export const sharesKey = (account: Account) => `${accountList(account)}#shares`;

export const shareKey = (account: Account, quoteId: QuoteId) => ({ pk: sharesKey(account), sk: quoteId });

export const rowsKey = (list: QuoteList, partition: ListPartition) => `${list}#rows#${partition}`;

const rowKey = (list: QuoteList, partition: ListPartition, quoteId: QuoteId) => ({
  pk: rowsKey(list, partition),
  sk: quoteId,
});

/** Index partition of an expiry day and shard. The last, random digit of a quote's id decides its shard. */
export function expiryPartition(day: UtcDay, shard: number): string {
  return `expires#${day}#${String(shard).padStart(2, '0')}`;
}
const expiryShard = (quoteId: QuoteId): number => quoteId.charCodeAt(quoteId.length - 1) % EXPIRY_SHARDS;

const id = v.custom<QuoteId>((value) => parseQuoteId(value) !== undefined);

const headSchema = v.object({
  quoteId: id,
  expiryDay: v.string(),
  validityDays: v.number(),
  strategyVersion: v.number(),
  ...quoteSummary.entries,
  laneArea: v.string(),
  requestedArea: v.optional(v.string()),
  event: v.string(),
  writtenBy: v.string(),
  announcedAt: v.optional(v.string()),
  revises: v.optional(id),
  /** JSON, because the stream's reader knows only texts and numbers. */
  figures: v.optional(v.string()),
  convertedAt: v.optional(v.string()),
  conversion: v.optional(v.string()),
  declinedAt: v.optional(v.string()),
  decline: v.optional(v.string()),
  supersededAt: v.optional(v.string()),
  supersededBy: v.optional(id),
  /** When a deleted quote was copied from a backup. */
  restoredAt: v.optional(v.string()),
});

export type Head = v.InferOutput<typeof headSchema>;

export const readHead = (item: unknown): Head => v.parse(headSchema, item);

/** `writtenBy` identifies the creation that wrote the quote. */
export function headItem(account: Account, quote: NewQuote, validityDays: number, writtenBy: string) {
  const { quoteId, expiryDay, strategyVersion, summary, figures, laneArea, requestedArea } = quote;
  const head: Head = {
    quoteId,
    expiryDay,
    validityDays,
    strategyVersion,
    ...summary,
    laneArea,
    ...(requestedArea !== undefined && { requestedArea }),
    event: JSON.stringify(quote.event),
    writtenBy,
    figures: JSON.stringify(figures),
    ...(quote.revises && { revises: quote.revises }),
  };
  const expiry = expiryPartition(expiryDay, expiryShard(quoteId));
  const { orgId, mode } = account;
  return { ...headKey(account, quoteId), orgId, mode, ...head, expiry };
}

export const detailItem = (account: Account, quoteId: QuoteId, detail: unknown) => ({
  ...detailKey(account, quoteId),
  detail: JSON.stringify(detail),
});

const detailSchema = v.object({ detail: v.string() });
const detailItemSchema = v.object({ pk: v.string(), detail: v.pipe(v.string(), v.parseJson()) });

/** The partition key and the detail of a detail item. @throws ValiError if the item is invalid. */
export const readDetailItem = (item: unknown) => v.parse(detailItemSchema, item);

export function toStoredQuote(head: Head, detail: unknown, today: UtcDay): StoredQuote {
  const { quoteId, expiryDay, strategyVersion, revises } = head;
  return {
    quoteId,
    status: quoteStatus(head, today),
    outcome: quoteOutcome(decisionOf(head), expiryDay, today),
    expiryDay,
    strategyVersion,
    summary: v.parse(quoteSummary, head),
    detail: JSON.parse(v.parse(detailSchema, detail).detail),
    event: JSON.parse(head.event),
    ...decisionsOf(head),
    ...(revises && { revises }),
  };
}

export function decisionsOf(head: Head): QuoteDecisions {
  const { convertedAt, conversion, declinedAt, decline, supersededAt, supersededBy } = head;
  return {
    ...(convertedAt && { convertedAt }),
    ...(conversion && { conversion: JSON.parse(conversion) as Conversion }),
    ...(declinedAt && { declinedAt }),
    ...(decline && { decline: JSON.parse(decline) as Decline }),
    ...(supersededAt && { supersededAt }),
    ...(supersededBy && { supersededBy }),
  };
}

type RowData = Omit<QuoteRow, 'status' | 'outcome'> & LaneAreas;

/** Partition key of the quotes of a lane; they are not counted. */
export const laneKey = (account: Account, area: string): string =>
  `${accountList(account)}#lane#${hashOfName(area)}`;

export const listsOf = (account: Account, row: QuoteCustomer): readonly QuoteList[] => [
  accountList(account),
  ...customerListsOf(account, row),
];

/** The rows of a quote: in a partition of each of its lists, among the quotes with its reference, and of its lanes. */
export function rowItems(account: Account, partition: ListPartition, row: RowData) {
  const { quoteId, customerReference } = row;
  const data = v.parse(quoteSummary, row);
  return [
    ...listsOf(account, row).map((list) => ({ ...rowKey(list, partition, quoteId), ...data })),
    ...[row.laneArea, row.requestedArea]
      .filter((area) => area !== undefined)
      .map((area) => ({ pk: laneKey(account, area), sk: quoteId, ...data, partition })),
    ...(customerReference.trim() === ''
      ? []
      : [{ pk: referenceKey(account, customerReference), sk: quoteId, ...data, partition }]),
  ];
}

const rowSchema = v.object({ sk: id, ...quoteSummary.entries });
const referenceRowSchema = v.object({ partition: v.string() });

/** The list partition of a row among those with a reference or of a lane. @throws ValiError if the item is invalid. */
export const partitionOfReferenceRow = (item: unknown): ListPartition =>
  v.parse(referenceRowSchema, item).partition;

/** @throws ValiError if the item is invalid. */
export function readRow(item: unknown, partition: ListPartition, today: UtcDay): QuoteRow {
  const { sk: quoteId, ...fields } = v.parse(rowSchema, item);
  const validityDays = validityOf(partition);
  if (validityDays === undefined) return { quoteId, status: 'converted', outcome: 'won', ...fields };
  const expiryDay = expiryDayOf(quoteId, validityDays);
  const status = daysBetween(today, expiryDay) >= 0 ? 'active' : 'expired';
  const outcome = quoteOutcome(decisionIn(partition), expiryDay, today);
  return { quoteId, status, outcome, expiryDay, ...fields };
}

/** The items of a quote; strongly consistent. */
export async function readQuoteItems({ client, TableName }: QuoteTable, account: Account, quoteId: QuoteId) {
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
}

export type QuoteReader = ReturnType<typeof createDynamoDbQuoteReader>;

/** Reads quotes. @param now decides their status. */
export const createDynamoDbQuoteReader = ({
  now = () => new Date(),
  ...table
}: QuoteTable & { readonly now?: () => Date }) => ({
  async read(account: Account, quoteId: QuoteId): Promise<StoredQuote | undefined> {
    const found = await readQuoteItems(table, account, quoteId);
    return found && toStoredQuote(found.head, found.detail, utcDay(now()));
  },
});

/** The main item of a quote; strongly consistent. */
export async function readQuoteHead(
  { client, TableName }: QuoteTable,
  account: Account,
  quoteId: QuoteId,
): Promise<Head | undefined> {
  const get = new GetCommand({ TableName, Key: headKey(account, quoteId), ConsistentRead: true });
  const { Item } = await client.send(get);
  return Item === undefined ? undefined : readHead(Item);
}

/** Times of the announced changes of a quote, ISO 8601 UTC. */
export interface QuoteChanges {
  /** Absent for a quote that an import of an organization wrote: its creation is not announced. */
  readonly createdAt?: string;
  readonly convertedAt?: string;
  readonly declinedAt?: string;
  readonly supersededAt?: string;
  /** When the expiry was announced, after the expiry day. */
  readonly expiryAnnouncedAt?: string;
  readonly restoredAt?: string;
}

export const createDynamoDbQuoteChanges = ({ client, TableName }: QuoteTable) => ({
  /** Undefined if the account has no such quote. */
  async changesOf(account: Account, quoteId: QuoteId): Promise<QuoteChanges | undefined> {
    const { Item } = await client.send(
      new GetCommand({ TableName, Key: headKey(account, quoteId), ConsistentRead: true }),
    );
    if (Item === undefined) return undefined;
    const { convertedAt, declinedAt, supersededAt, announcedAt, restoredAt } = readHead(Item);
    return {
      ...(Item[IMPORTED_ATTRIBUTE] === true ? {} : { createdAt: quoteCreatedAt(quoteId).toISOString() }),
      ...(convertedAt === undefined ? {} : { convertedAt }),
      ...(declinedAt === undefined ? {} : { declinedAt }),
      ...(supersededAt === undefined ? {} : { supersededAt }),
      ...(announcedAt === undefined ? {} : { expiryAnnouncedAt: announcedAt }),
      ...(restoredAt === undefined ? {} : { restoredAt }),
    };
  },
});
