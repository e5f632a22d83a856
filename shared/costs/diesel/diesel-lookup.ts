import { daysBetween } from '../../platform/time/utc-day.ts';
import { DIESEL_WEEKS, type DieselWeek, dieselAreaName, dieselAreaOf, priceIn } from './diesel-prices.ts';

/** The diesel price of one EIA area and week. */
export interface DieselPrice {
  /** USD per gallon, 3 decimals. */
  readonly pricePerGallon: number;
  /** The EIA's name of the area: "Midwest (PADD2)". */
  readonly region: string;
  /** Monday of the survey, YYYY-MM-DD. */
  readonly week: string;
  /** Set if the price is estimated from that of the West Coast, because the published one is not recorded. */
  readonly estimated?: true;
}

/**
 * Returns the price on a UTC day, YYYY-MM-DD.
 * @param place a state (two-letter code), an area of the EIA ("R20"), or "US".
 */
export type DieselLookup = (place: string, day: string) => DieselPrice;

/** The EIA publishes a new price each Monday or Tuesday, so an older price than this is not the newest one. */
const STALE_AFTER_DAYS = 14;

/** `weeks` oldest first, at least one. The lookup returns the newest week up to the day, or else the oldest week. */
export function dieselLookup(weeks: readonly DieselWeek[]): DieselLookup {
  return (place, day) => {
    const { week, prices } = weeks.reduce((found, next) => (next.week <= day ? next : found));
    const area = dieselAreaOf(place);
    const { price, estimated } = priceIn(prices, area);
    return { pricePerGallon: price, region: dieselAreaName(area), week, ...(estimated && { estimated }) };
  };
}

/** Looks up the bundled table. Its last week also applies to later days; `isStale` detects those. */
export const dieselFor: DieselLookup = dieselLookup(DIESEL_WEEKS);

/** Whether the EIA must have published a newer price than this by `day` (YYYY-MM-DD). */
export function isStale(price: DieselPrice, day: string): boolean {
  return isStaleWeek(price.week, day);
}

/** The same for the Monday of a price. */
export const isStaleWeek = (week: string, day: string): boolean => daysBetween(week, day) > STALE_AFTER_DAYS;
