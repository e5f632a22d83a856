import { addDays, DAY_MS, readDay, startOfDay, type UtcDay, utcDay, weekdayOf } from './utc-day.ts';

const MONDAY = 1;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_DAY = 4;

/** First and last week, both included, as week numbers. */
export interface WeekSpan {
  readonly from: number;
  readonly to: number;
}

/** Weeks since 1970-01-05: equal from Monday to Sunday, one more on the next Monday. */
export const weekNumber = (day: UtcDay): number =>
  Math.floor((startOfDay(day) / DAY_MS - FIRST_MONDAY_DAY) / 7);

/** Cache, because all lanes of a response have the same Mondays and a look-up is faster than the calculation. */
const MONDAYS = new Map<number, UtcDay>();

/** The Monday of a week number. */
export function mondayOfWeek(week: number): UtcDay {
  const known = MONDAYS.get(week);
  if (known !== undefined) return known;
  const monday = utcDay(new Date((week * 7 + FIRST_MONDAY_DAY) * DAY_MS));
  MONDAYS.set(week, monday);
  return monday;
}

/** The Monday of the UTC week of a moment. */
export const mondayOf = (moment: Date): UtcDay => mondayOfWeek(weekNumber(utcDay(moment)));

/** `count` consecutive Mondays, oldest first. The last one is the Monday of the week of `moment`. */
export function mondaysUpTo(moment: Date, count: number): readonly UtcDay[] {
  const last = mondayOf(moment);
  return Array.from({ length: count }, (_, index) => addDays(last, (index + 1 - count) * 7));
}

/** Whether a text is a valid day that is a Monday. */
export const isMonday = (text: string): boolean => readDay(text) !== undefined && weekdayOf(text) === MONDAY;
