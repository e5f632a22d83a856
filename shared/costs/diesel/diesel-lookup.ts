import { daysBetween } from '../../platform/time/utc-day.ts';
import { DIESEL_WEEKS, type DieselWeek, dieselAreaName, dieselAreaOf } from './diesel-prices.ts';

/** What diesel costs in a state's region. */
export interface DieselPrice {
  /** USD, 3 decimals. */
  readonly pricePerGallon: number;
  /** As the EIA prints it: "West Coast (PADD5)". */
  readonly region: string;
  /** The Monday, YYYY-MM-DD, that the price was surveyed on. */
  readonly week: string;
}

/** The price in a state (two-letter code) on a UTC day, YYYY-MM-DD. */
export type DieselLookup = (state: string, day: string) => DieselPrice;

/** A week's price is out by Tuesday of the week after at the latest: older than this, a newer one is missing. */
const STALE_AFTER_DAYS = 14;

/** A look-up in weeks given oldest first: the newest one not after the day; before them all, the first. */
export function dieselLookup(weeks: readonly DieselWeek[]): DieselLookup {
  return (state, day) => {
    const { week, prices } = weeks.reduce((found, next) => (next.week <= day ? next : found));
    const area = dieselAreaOf(state);
    return { pricePerGallon: prices[area], region: dieselAreaName(area), week };
  };
}

/** The price by the bundled table; carried forward past its end, where `isStale` tells. */
export const dieselFor: DieselLookup = dieselLookup(DIESEL_WEEKS);

/** Whether a newer price than this must have been published by `day`. */
export function isStale(price: DieselPrice, day: string): boolean {
  return isStaleWeek(price.week, day);
}

/** The same of the Monday of a price. */
export const isStaleWeek = (week: string, day: string): boolean => daysBetween(week, day) > STALE_AFTER_DAYS;
