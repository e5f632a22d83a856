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
