import type { LocatedInState } from '../../geography/places/place.ts';
import { FIRST_TIME_ZONE, LAST_TIME_ZONE, localDay, timeZoneOf } from '../../geography/places/time-zone.ts';
import { addDays, daysBetween } from '../../platform/time/utc-day.ts';

/** Maximum number of days from today to the pickup. */
const MAX_DAYS_AHEAD = 365;

/**
 * The error of a pickup day (YYYY-MM-DD); undefined if it is valid. It must be today or later at the origin; if the
 * origin is unknown, in any time zone of the US.
 */
export function pickupDayError(
  pickupDay: string,
  now: Date,
  origin: LocatedInState | undefined,
): string | undefined {
  const zone = origin && timeZoneOf(origin);
  const earliest = localDay(now, zone ?? LAST_TIME_ZONE);
  const latest = addDays(localDay(now, zone ?? FIRST_TIME_ZONE), MAX_DAYS_AHEAD);
  if (pickupDay < earliest) return `must be today at the origin (${earliest}) or later`;
  if (pickupDay > latest) return `must be at most ${MAX_DAYS_AHEAD} days ahead (${latest})`;
  return undefined;
}

/** Whole days from the day of a quote at the origin to the pickup day; never negative. */
export function leadDaysOf(pickupDay: string, now: Date, origin: LocatedInState): number {
  const today = localDay(now, timeZoneOf(origin) ?? LAST_TIME_ZONE);
  return Math.max(0, daysBetween(today, pickupDay));
}
