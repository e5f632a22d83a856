import { addDays } from '../platform/time/utc-day.ts';
import { dateOutOfRange } from './lane-errors.ts';

/** How far from today a lane may be priced: a year back, as diesel prices are kept, and a year ahead, as quotes reach. */
const DATE_RANGE_DAYS = 365;

/** What is wrong with a day to price for, seen from today; both UTC, YYYY-MM-DD. [] when nothing is. */
export function dateFaults(date: string, today: string): readonly string[] {
  const first = addDays(today, -DATE_RANGE_DAYS);
  const last = addDays(today, DATE_RANGE_DAYS);
  return date < first || date > last ? [dateOutOfRange(first, last)] : [];
}
