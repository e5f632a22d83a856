import { startOfDay, type UtcDay, utcDay } from '../../platform/time/utc-day.ts';

/** The moment that lanes are priced for: the start of the contract if it is past, as in rates, or else now. */
export const pricingMoment = (contractStart: UtcDay | undefined, now: Date): Date =>
  contractStart !== undefined && contractStart < utcDay(now) ? new Date(startOfDay(contractStart)) : now;
