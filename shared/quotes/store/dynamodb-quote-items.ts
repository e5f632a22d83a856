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

/** Sparse: open quotes whose expiry is not announced, by expiry day and shard. */
export const EXPIRY_INDEX = 'by-expiry';

/** Partitions of an expiry day: a thousand writes a second each. */
export const EXPIRY_SHARDS = 16;

export const quoteKey = (account: Account, quoteId: QuoteId) => `${accountKey(account)}#${quoteId}`;

/** The quote itself: state, list fields and the event object. All that its events need is in its stream record. */
export const headKey = (account: Account, quoteId: QuoteId) => ({
  pk: quoteKey(account, quoteId),
  sk: 'quote',
});

/** What its maker gave, apart: it never changes, and may be ten times as large. */
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

/** Partition of a day's expiries that a quote is in: its last, random digit spreads them. */
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
  /** Items that were written before the field existed have none. */
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

/** @throws ValiError where the item is not as it should be. */
export const readHead = (item: unknown): Head => v.parse(headSchema, item);

/** `writtenBy` tells the quote that this write made from any other. */
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
  return { ...headKey(account, quoteId), ...account, ...head, expiry };
}

export const detailItem = (account: Account, quoteId: QuoteId, detail: string) => ({
  ...detailKey(account, quoteId),
  detail,
});

const detailSchema = v.object({ detail: v.string() });

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

/** The list row of a quote in a partition. */
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

/** @throws ValiError where the item is not as it should be. */
export function readRow(item: unknown, partition: ListPartition, today: UtcDay): QuoteRow {
  const { sk: quoteId, ...fields } = v.parse(rowSchema, item);
  const validityDays = validityOf(partition);
  const active = validityDays !== undefined && daysBetween(today, expiryDayOf(quoteId, validityDays)) >= 0;
  const status = validityDays === undefined ? 'converted' : active ? 'active' : 'expired';
  return { quoteId, status, ...fields };
}
