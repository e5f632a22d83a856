import type { Account } from '../../platform/account/account.ts';
import { addDays, type UtcDay } from '../../platform/time/utc-day.ts';
import { MAX_VALIDITY_DAYS } from '../record/quote-status.ts';
import type { QuoteFilter } from '../record/quote-store.ts';

/**
 * A holder's quotes whose status goes by their day of creation alone: those that were converted ("c"), or the open ones
 * that are valid equally many days beyond it ("7"). Whatever the filter, what it takes of a lot is one span of days.
 */
export type ListPartition = string;

export const CONVERTED_LOT: ListPartition = 'c';

export const openLot = (validityDays: number): ListPartition => String(validityDays);

/** The whole number of days that quotes of an open lot are valid; undefined for the converted ones. */
export const validityOf = (lot: ListPartition): number | undefined =>
  lot === CONVERTED_LOT ? undefined : Number.parseInt(lot, 10);

/** Days of creation, both included. */
export interface DaySpan {
  readonly first: UtcDay;
  readonly last: UtcDay;
}

/** No quote is older, and ids reach beyond the last one. */
const ALL_DAYS: DaySpan = { first: '1970-01-01', last: '2999-12-31' };

/** The days of creation that a filter asks about; no quote older than the longest validity is active. */
export function daysAsked({ status, start, end }: QuoteFilter, today: UtcDay): DaySpan {
  const first = status === 'active' ? addDays(today, -MAX_VALIDITY_DAYS) : ALL_DAYS.first;
  return {
    first: later(start ?? first, first),
    last: earlier(end ?? ALL_DAYS.last, ALL_DAYS.last),
  };
}

/** The days of creation whose quotes of a lot a filter takes, as of today; undefined where it takes none. */
export function daysTaken(lot: ListPartition, filter: QuoteFilter, today: UtcDay): DaySpan | undefined {
  const asked = daysAsked(filter, today);
  const taken = ofStatus(asked, lot, filter, today);
  return taken !== undefined && taken.first <= taken.last ? taken : undefined;
}

function ofStatus(
  asked: DaySpan,
  lot: ListPartition,
  { status }: QuoteFilter,
  today: UtcDay,
): DaySpan | undefined {
  if (status === undefined) return asked;
  const validityDays = validityOf(lot);
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

/** A text that two holders never share: ids of organizations have no "#". */
export const holderKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}`;
