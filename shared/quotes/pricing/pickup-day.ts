import type { LocatedInState } from '../../geography/places/place.ts';
import { FIRST_TIME_ZONE, LAST_TIME_ZONE, localDay, timeZoneOf } from '../../geography/places/time-zone.ts';
import { addDays } from '../../platform/time/utc-day.ts';

/** How far ahead a pickup may be. */
const DAYS_AHEAD = 365;

/**
 * What is wrong with a pickup day, YYYY-MM-DD; undefined when nothing is. It is today or later where the load is picked
 * up; where that is not known, anywhere in the US.
 */
export function pickupDayError(
  pickupDay: string,
  now: Date,
  origin: LocatedInState | undefined,
): string | undefined {
  const zone = origin && timeZoneOf(origin);
  const earliest = localDay(now, zone ?? LAST_TIME_ZONE);
  const latest = addDays(localDay(now, zone ?? FIRST_TIME_ZONE), DAYS_AHEAD);
  if (pickupDay < earliest) return `must be today at the origin (${earliest}) or later`;
  if (pickupDay > latest) return `must be at most ${DAYS_AHEAD} days ahead (${latest})`;
  return undefined;
}
