import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { daysBetween, type UtcDay } from '../../platform/time/utc-day.ts';
import {
  accountKey,
  CONVERTED_PARTITION,
  type ListPartition,
  openPartition,
  validityOf,
} from '../counts/list-partition.ts';
import type { BoundedQuote } from '../record/quote-bounds.ts';
import { parseQuoteId, type QuoteId } from '../record/quote-id.ts';
import { expiryDayOf, quoteStatus } from '../record/quote-status.ts';
import type { NewQuote, QuoteRow, StoredQuote } from '../record/quote-store.ts';

/** Sparse index of unconverted quotes with an unannounced expiry, by expiry day and shard. */
export const EXPIRY_INDEX = 'by-expiry';

/** Index partitions of an expiry day; each accepts 1,000 writes a second. */
export const EXPIRY_SHARDS = 16;

/** True for a quote that came by the import of an organization: its creation is no event. */
export const IMPORTED_ATTRIBUTE = 'imported';

export const quoteKey = (account: Account, quoteId: QuoteId) => `${accountKey(account)}#${quoteId}`;

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

export const rowsKey = (account: Account, partition: ListPartition) =>
  `${accountKey(account)}#rows#${partition}`;

export const rowKey = (account: Account, partition: ListPartition, quoteId: QuoteId) => ({
  pk: rowsKey(account, partition),
  sk: quoteId,
});

/** Index partition of an expiry day and shard. The last, random digit of a quote's id decides its shard. */
export function expiryPartition(day: UtcDay, shard: number): string {
  return `expires#${day}#${String(shard).padStart(2, '0')}`;
}
const expiryShard = (quoteId: QuoteId): number => quoteId.charCodeAt(quoteId.length - 1) % EXPIRY_SHARDS;

const id = v.custom<QuoteId>((value) => parseQuoteId(value) !== undefined);

const summary = {
  totalCents: v.number(),
  currency: v.string(),
  origin: v.string(),
  destination: v.string(),
  /** Items written before the field existed do not have it. */
  customerReference: v.optional(v.string(), ''),
};

const headSchema = v.object({
  quoteId: id,
  expiryDay: v.string(),
  validityDays: v.number(),
  strategyVersion: v.number(),
  ...summary,
  event: v.string(),
  writtenBy: v.string(),
  convertedAt: v.optional(v.string()),
  announcedAt: v.optional(v.string()),
});

export type Head = v.InferOutput<typeof headSchema>;

/** @throws ValiError if the item is invalid. */
export const readHead = (item: unknown): Head => v.parse(headSchema, item);

/** `writtenBy` identifies the creation that wrote the quote. */
export function headItem(account: Account, quote: NewQuote, bounded: BoundedQuote, writtenBy: string) {
  const { quoteId, expiryDay, strategyVersion, summary } = quote;
  const head: Head = {
    quoteId,
    expiryDay,
    validityDays: bounded.validityDays,
    strategyVersion,
    ...summary,
    event: bounded.event,
    writtenBy,
  };
  const expiry = expiryPartition(expiryDay, expiryShard(quoteId));
  const { orgId, mode } = account;
  return { ...headKey(account, quoteId), orgId, mode, ...head, expiry };
}

export const detailItem = (account: Account, quoteId: QuoteId, detail: string) => ({
  ...detailKey(account, quoteId),
  detail,
});

const detailSchema = v.object({ detail: v.string() });
const detailItemSchema = v.object({ pk: v.string(), detail: v.pipe(v.string(), v.parseJson()) });

/** The partition key and the detail of a detail item. @throws ValiError if the item is invalid. */
export const readDetailItem = (item: unknown) => v.parse(detailItemSchema, item);

export function toStoredQuote(head: Head, detail: unknown, today: UtcDay): StoredQuote {
  const { quoteId, expiryDay, strategyVersion, convertedAt } = head;
  const { totalCents, currency, origin, destination, customerReference } = head;
  return {
    quoteId,
    status: quoteStatus(statusParts(head), today),
    expiryDay,
    strategyVersion,
    summary: { totalCents, currency, origin, destination, customerReference },
    detail: JSON.parse(v.parse(detailSchema, detail).detail),
    event: JSON.parse(head.event),
    ...(convertedAt === undefined ? {} : { convertedAt }),
  };
}

export const statusParts = ({ expiryDay, convertedAt }: Head) => ({
  expiryDay,
  ...(convertedAt === undefined ? {} : { convertedAt }),
});

export const listPartitionOf = ({ validityDays, convertedAt }: Head): ListPartition =>
  convertedAt === undefined ? openPartition(validityDays) : CONVERTED_PARTITION;

/** The list row of a quote in a list partition. */
export function rowItem(
  account: Account,
  partition: ListPartition,
  { quoteId, totalCents, currency, origin, destination, customerReference }: Omit<QuoteRow, 'status'>,
) {
  return {
    ...rowKey(account, partition, quoteId),
    totalCents,
    currency,
    origin,
    destination,
    customerReference,
  };
}

const rowSchema = v.object({ sk: id, ...summary });

/** @throws ValiError if the item is invalid. */
export function readRow(item: unknown, partition: ListPartition, today: UtcDay): QuoteRow {
  const { sk: quoteId, ...fields } = v.parse(rowSchema, item);
  const validityDays = validityOf(partition);
  const active = validityDays !== undefined && daysBetween(today, expiryDayOf(quoteId, validityDays)) >= 0;
  const status = validityDays === undefined ? 'converted' : active ? 'active' : 'expired';
  return { quoteId, status, ...fields };
}
