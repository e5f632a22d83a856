import { addDays } from '../platform/time/utc-day.ts';
import { dateOutOfRange } from './lane-errors.ts';

/** Lanes can be priced for a year back, the range of the bundled diesel prices, and a year ahead, the range of quotes. */
const DATE_RANGE_DAYS = 365;

/** The errors of a lane's date, given today's date. Both are UTC days, YYYY-MM-DD. */
export function dateErrors(date: string, today: string): readonly string[] {
  const first = addDays(today, -DATE_RANGE_DAYS);
  const last = addDays(today, DATE_RANGE_DAYS);
  return date < first || date > last ? [dateOutOfRange(first, last)] : [];
}
