import { startOfDay, type UtcDay, utcDay } from '../../platform/time/utc-day.ts';
import { type QuoteId, quoteCreatedAt } from '../record/quote-id.ts';
import type { ListPartition } from './list-partition.ts';

/**
 * Quotes are counted three times by their moment of creation: by day in a month, by ten minutes in a day, by five
 * seconds in ten minutes. 30 to 150 counts each, so that a node is read for about one unit of capacity.
 */
export const LEVELS = ['month', 'day', 'span'] as const;
export type Level = (typeof LEVELS)[number];

const SPAN_MS = 600_000;
const SLOT_MS = 5_000;

/** Where a moment counts at one level: the `part`th part of a period. */
export interface Bucket {
  /** Sorts by time: "2026-03", "2026-03-17", "2026-03-17#083". */
  readonly period: string;
  readonly part: number;
}

/** Where a quote counts, at every level. */
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

/** First millisecond (since 1970) after a span of a day, or after a slot of it. */
export const endOfSpan = (day: UtcDay, span: number): number => startOfDay(day) + (span + 1) * SPAN_MS;
export const endOfSlot = (day: UtcDay, span: number, slot: number): number =>
  startOfDay(day) + span * SPAN_MS + (slot + 1) * SLOT_MS;

/** How many quotes of a partition a part of a period holds. */
export interface Count {
  readonly part: number;
  readonly partition: ListPartition;
  readonly count: number;
}

/** Name of a count in its node. */
export const countAttribute = (part: number, partition: ListPartition): string => `${part}.${partition}`;

/** A count by its name; undefined for whatever else a node has: no other name has a point. */
export function readCountAttribute(name: string, value: unknown): Count | undefined {
  const point = name.indexOf('.');
  if (point < 0) return undefined;
  return { part: Number(name.slice(0, point)), partition: name.slice(point + 1), count: Number(value) };
}
