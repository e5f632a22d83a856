const DAY_MS = 86_400_000;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_DAY = 4;

/** Weeks since 1970-01-05 of a UTC day, YYYY-MM-DD: the same from Monday to Sunday, one more on the next Monday. */
export const weekNumber = (day: string): number =>
  Math.floor((Date.parse(day) / DAY_MS - FIRST_MONDAY_DAY) / 7);

/** Every lane tells the same weeks' Mondays: writing one takes longer than finding it. */
const MONDAYS = new Map<number, string>();

/** The Monday, YYYY-MM-DD, of such a week. */
export function mondayOfWeek(week: number): string {
  const known = MONDAYS.get(week);
  if (known !== undefined) return known;
  const monday = new Date((week * 7 + FIRST_MONDAY_DAY) * DAY_MS).toISOString().slice(0, 10);
  MONDAYS.set(week, monday);
  return monday;
}

/** First and last week that counts. */
export interface WeekSpan {
  readonly from: number;
  readonly to: number;
}
