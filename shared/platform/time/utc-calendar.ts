/** A UTC day, YYYY-MM-DD. Days sort as texts. */
export type UtcDay = string;

const FORM = /^\d{4}-\d{2}-\d{2}$/;
export const DAY_MS = 86_400_000;

/** The UTC day of a moment. */
export const utcDay = (moment: Date): UtcDay => moment.toISOString().slice(0, 10);

/** First moment of a day, in milliseconds since 1970; NaN for other texts. */
export const startOfDay = (day: UtcDay): number => Date.parse(`${day}T00:00:00.000Z`);

/** Parses a day; undefined for other texts and for days that do not exist (2026-02-30). */
export function readDay(text: string): UtcDay | undefined {
  if (!FORM.test(text)) return undefined;
  const start = startOfDay(text);
  return !Number.isNaN(start) && utcDay(new Date(start)) === text ? text : undefined;
}

/** "2026-03" of "2026-03-17". */
export const monthOf = (day: UtcDay): string => day.slice(0, 7);

/** Adds `days` days, which may be negative. */
export const addDays = (day: UtcDay, days: number): UtcDay =>
  utcDay(new Date(startOfDay(day) + days * DAY_MS));

/** Whole days from one day to another; negative if `to` is earlier. */
export const daysBetween = (from: UtcDay, to: UtcDay): number =>
  Math.round((startOfDay(to) - startOfDay(from)) / DAY_MS);

/** The weekday of a day: 0 = Sunday to 6 = Saturday. */
export const weekdayOf = (day: UtcDay): number => new Date(startOfDay(day)).getUTCDay();

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
