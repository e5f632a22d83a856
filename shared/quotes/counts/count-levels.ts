import { startOfDay, type UtcDay, utcDay } from '../../platform/time/utc-day.ts';
import { type QuoteId, quoteCreatedAt } from '../record/quote-id.ts';
import type { ListPartition } from './list-partition.ts';

/**
 * Each quote is counted at three levels by its creation time. "month" has one count per day, "day" one per ten-minute
 * span, "span" one per five-second slot. A count item has 30 to 150 counts, so that a read costs about one read unit.
 */
export const LEVELS = ['month', 'day', 'span'] as const;
export type Level = (typeof LEVELS)[number];

const SPAN_MS = 600_000;
const SLOT_MS = 5_000;

/** The count of a moment at one level: a period and the number of the part in it. */
export interface Bucket {
  /** Sorts by time: "2026-03", "2026-03-17", "2026-03-17#083". */
  readonly period: string;
  readonly part: number;
}

/** The bucket of a quote at every level. */
export function bucketsOf(quoteId: QuoteId): Readonly<Record<Level, Bucket>> {
  const createdAt = quoteCreatedAt(quoteId);
  const day = utcDay(createdAt);
  const span = Math.floor((createdAt.getTime() - startOfDay(day)) / SPAN_MS);
  const slot = Math.floor((createdAt.getTime() % SPAN_MS) / SLOT_MS);
  return {
    month: { period: monthOf(day), part: Number(day.slice(8)) },
    day: { period: day, part: span },
    span: { period: spanPeriod(day, span), part: slot },
  };
}

export const monthOf = (day: UtcDay): string => day.slice(0, 7);

export const dayOf = (month: string, part: number): UtcDay => `${month}-${String(part).padStart(2, '0')}`;

export const spanPeriod = (day: UtcDay, span: number): string => `${day}#${String(span).padStart(3, '0')}`;

/** First millisecond (since 1970) after a ten-minute span of a day. */
export const endOfSpan = (day: UtcDay, span: number): number => startOfDay(day) + (span + 1) * SPAN_MS;
/** First millisecond (since 1970) after a five-second slot of a span. */
export const endOfSlot = (day: UtcDay, span: number, slot: number): number =>
  startOfDay(day) + span * SPAN_MS + (slot + 1) * SLOT_MS;

/** The number of quotes of a list partition in one part of a period. */
export interface Count {
  readonly part: number;
  readonly partition: ListPartition;
  readonly count: number;
}

/** Attribute name of a count in its item. */
export const countAttribute = (part: number, partition: ListPartition): string => `${part}.${partition}`;

/** The count in an attribute of a count item; undefined for other attributes, whose names have no ".". */
export function readCountAttribute(name: string, value: unknown): Count | undefined {
  const dot = name.indexOf('.');
  if (dot < 0) return undefined;
  return { part: Number(name.slice(0, dot)), partition: name.slice(dot + 1), count: Number(value) };
}
