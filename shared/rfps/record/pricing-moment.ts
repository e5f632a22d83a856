import { daysBetween, startOfDay, type UtcDay, utcDay } from '../../platform/time/utc-day.ts';

/** The moment that lanes are priced for: the start of the contract if it is past, as in rates, or else now. */
export const pricingMoment = (contractStart: UtcDay | undefined, now: Date): Date =>
  contractStart !== undefined && contractStart < utcDay(now) ? new Date(startOfDay(contractStart)) : now;

/** The day of pickup that lanes are priced for: the start of the contract, or the moment of the prices if it is later. */
export function firstPickupDay(contractStart: UtcDay | undefined, asOf: Date): UtcDay {
  const day = utcDay(asOf);
  return contractStart !== undefined && contractStart > day ? contractStart : day;
}

/** Whole days from the moment that lanes are priced for to the day of pickup. */
export const leadDaysOfRun = (pickupDay: UtcDay, asOf: Date): number => daysBetween(utcDay(asOf), pickupDay);
