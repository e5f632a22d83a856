const DAY_MS = 86_400_000;

/** The UTC day of a moment, YYYY-MM-DD. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Whether a text is a day of the calendar, YYYY-MM-DD: "2026-02-29" is none. */
export function isCalendarDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment.getTime()) && utcDay(moment) === text;
}

/** The UTC day so many days after another (before it where negative), YYYY-MM-DD. */
export const addDays = (day: string, days: number): string =>
  utcDay(new Date(Date.parse(day) + days * DAY_MS));

/** The Monday, YYYY-MM-DD, of the UTC week that a moment lies in. */
export function mondayOf(moment: Date): string {
  const daysSinceMonday = (moment.getUTCDay() + 6) % 7;
  return utcDay(new Date(moment.getTime() - daysSinceMonday * DAY_MS));
}

/** `count` Mondays, oldest first, the last one that of `moment`. */
export function mondaysUpTo(moment: Date, count: number): readonly string[] {
  const last = Date.parse(mondayOf(moment));
  return Array.from({ length: count }, (_, index) =>
    utcDay(new Date(last - (count - 1 - index) * 7 * DAY_MS)),
  );
}

/** Whole days from one UTC day to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Whether a text is a day of the calendar, YYYY-MM-DD, and a Monday. */
export function isMonday(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && utcDay(moment) === text && moment.getUTCDay() === 1;
}
