import type { Account } from '../../platform/account/account.ts';
import { addDays, type UtcDay } from '../../platform/time/utc-day.ts';
import { MAX_VALIDITY_DAYS } from '../record/quote-status.ts';
import type { QuoteFilter } from '../record/quote-store.ts';

/**
 * Part of an account's quote list: "c" holds the converted quotes, "7" the unconverted ones that are valid for 7 days.
 * In a partition the status depends only on the creation day, so any filter matches one range of days.
 */
export type ListPartition = string;

export const CONVERTED_PARTITION: ListPartition = 'c';

export const openPartition = (validityDays: number): ListPartition => String(validityDays);

/** The validity in whole days of the quotes of an open partition; undefined for the converted partition. */
export const validityOf = (partition: ListPartition): number | undefined =>
  partition === CONVERTED_PARTITION ? undefined : Number.parseInt(partition, 10);

/** Days of creation, both included. */
export interface DayRange {
  readonly first: UtcDay;
  readonly last: UtcDay;
}

/** Includes the creation day of every quote. */
const ALL_DAYS: DayRange = { first: '1970-01-01', last: '2999-12-31' };

/** The creation days that a filter can match in any partition. A quote older than the longest validity is not active. */
export function filteredDays({ status, start, end }: QuoteFilter, today: UtcDay): DayRange {
  const first = status === 'active' ? addDays(today, -MAX_VALIDITY_DAYS) : ALL_DAYS.first;
  return {
    first: later(start ?? first, first),
    last: earlier(end ?? ALL_DAYS.last, ALL_DAYS.last),
  };
}

/** The creation days that a filter matches in a partition as of today; undefined if it matches none. */
export function matchingDays(
  partition: ListPartition,
  filter: QuoteFilter,
  today: UtcDay,
): DayRange | undefined {
  const days = daysOfStatus(filteredDays(filter, today), partition, filter, today);
  return days !== undefined && days.first <= days.last ? days : undefined;
}

function daysOfStatus(
  days: DayRange,
  partition: ListPartition,
  { status }: QuoteFilter,
  today: UtcDay,
): DayRange | undefined {
  if (status === undefined) return days;
  const validityDays = validityOf(partition);
  if (validityDays === undefined || status === 'converted') {
    return validityDays === undefined && status === 'converted' ? days : undefined;
  }
  const firstActive = addDays(today, -validityDays);
  return status === 'active'
    ? { first: later(days.first, firstActive), last: days.last }
    : { first: days.first, last: earlier(days.last, addDays(firstActive, -1)) };
}

const later = (a: UtcDay, b: UtcDay): UtcDay => (a > b ? a : b);
const earlier = (a: UtcDay, b: UtcDay): UtcDay => (a < b ? a : b);

/** Unique key of an account; organization ids have no "#". */
export const accountKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}`;
