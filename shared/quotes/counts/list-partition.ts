import type { Account } from '../../platform/account/account.ts';
import { addDays, type UtcDay } from '../../platform/time/utc-day.ts';
import { MAX_VALIDITY_DAYS } from '../record/quote-status.ts';
import type { QuoteFilter } from '../record/quote-store.ts';

/**
 * A account's quotes whose status goes by their day of creation alone: those that were converted ("c"), or the open ones
 * that are valid equally many days beyond it ("7"). Whatever the filter, what it takes of a partition is one span of days.
 */
export type ListPartition = string;

export const CONVERTED_PARTITION: ListPartition = 'c';

export const openPartition = (validityDays: number): ListPartition => String(validityDays);

/** The whole number of days that quotes of an open partition are valid; undefined for the converted ones. */
export const validityOf = (partition: ListPartition): number | undefined =>
  partition === CONVERTED_PARTITION ? undefined : Number.parseInt(partition, 10);

/** Days of creation, both included. */
export interface DayRange {
  readonly first: UtcDay;
  readonly last: UtcDay;
}

/** No quote is older, and ids reach beyond the last one. */
const ALL_DAYS: DayRange = { first: '1970-01-01', last: '2999-12-31' };

/** The days of creation that a filter asks about; no quote older than the longest validity is active. */
export function filteredDays({ status, start, end }: QuoteFilter, today: UtcDay): DayRange {
  const first = status === 'active' ? addDays(today, -MAX_VALIDITY_DAYS) : ALL_DAYS.first;
  return {
    first: later(start ?? first, first),
    last: earlier(end ?? ALL_DAYS.last, ALL_DAYS.last),
  };
}

/** The days of creation whose quotes of a partition a filter takes, as of today; undefined where it takes none. */
export function matchingDays(
  partition: ListPartition,
  filter: QuoteFilter,
  today: UtcDay,
): DayRange | undefined {
  const asked = filteredDays(filter, today);
  const taken = ofStatus(asked, partition, filter, today);
  return taken !== undefined && taken.first <= taken.last ? taken : undefined;
}

function ofStatus(
  asked: DayRange,
  partition: ListPartition,
  { status }: QuoteFilter,
  today: UtcDay,
): DayRange | undefined {
  if (status === undefined) return asked;
  const validityDays = validityOf(partition);
  if (validityDays === undefined || status === 'converted') {
    return validityDays === undefined && status === 'converted' ? asked : undefined;
  }
  const firstActive = addDays(today, -validityDays);
  return status === 'active'
    ? { first: later(asked.first, firstActive), last: asked.last }
    : { first: asked.first, last: earlier(asked.last, addDays(firstActive, -1)) };
}

const later = (a: UtcDay, b: UtcDay): UtcDay => (a > b ? a : b);
const earlier = (a: UtcDay, b: UtcDay): UtcDay => (a < b ? a : b);

/** A text that two accounts never share: ids of organizations have no "#". */
export const accountKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}`;
