import { US_MEAN_WAGE } from './driver-wages.ts';

/** Diesel price up to which fuel is part of the linehaul, USD per gallon. Source: DAT RateView's fuel formula. */
export const PEG_USD = 1.25;

/** Source: DAT's value for vans. A drayage tractor that idles in queues is not more efficient. */
export const MILES_PER_GALLON = 5.5;

/**
 * Fuel surcharge in cents per truck mile: (diesel - peg) / mpg, never negative, not rounded. `pricePerGallon` in USD.
 * Source: DAT support pages, fuel surcharge calculation.
 */
export function fuelCentsPerMile(pricePerGallon: number): number {
  return (Math.max(0, pricePerGallon - PEG_USD) / MILES_PER_GALLON) * 100;
}

/** Tolls in the published cost: 3 of 133 cents per mile (ATRI, 2018 update). A route has its own instead. */
const WITHOUT_TOLLS = 1 - 3 / 133;

/**
 * Operating cost of a truck without fuel and tolls. Source: ATRI, Operational Costs of Trucking, 2025 (data of 2024): $71.57
 * per hour and $1.779 per mile with tolls.
 */
export const NON_FUEL_USD_PER_HOUR = 71.57 * WITHOUT_TOLLS;
export const NON_FUEL_USD_PER_MILE = 1.779 * WITHOUT_TOLLS;

/**
 * Share of that cost that depends on miles: repair 17 and tires 4 of 130 cents per mile. The rest (wages, benefits, payments,
 * insurance, permits) depends on hours. Source: ATRI's cost centers in its 2018 update.
 */
export const MILEAGE_SHARE = 21 / 130;

/**
 * Share of the non-fuel cost for the driver: benefits 19.7 and wages 79.8 of 177.9 cents per mile. Sources: benefits and the
 * wage increase of 2.4%, ATRI 2025; the wages of 2023 (77.9), general knowledge.
 */
export const DRIVER_SHARE = (0.197 + 0.798) / NON_FUEL_USD_PER_MILE;

const DRIVER_CENTS_PER_HOUR = NON_FUEL_USD_PER_HOUR * DRIVER_SHARE * 100;

/** Hourly cost of a truck without its driver, driving or waiting: payments, insurance, permits. */
export const TRUCK_CENTS_PER_HOUR = NON_FUEL_USD_PER_HOUR * (1 - MILEAGE_SHARE - DRIVER_SHARE) * 100;

/** Repair and tires, per mile driven. */
export const WEAR_CENTS_PER_MILE = NON_FUEL_USD_PER_MILE * MILEAGE_SHARE * 100;

/** Fuel up to the peg price, per mile driven. The fuel surcharge does not cover it. */
export const PEG_FUEL_CENTS_PER_MILE = (PEG_USD / MILES_PER_GALLON) * 100;

/**
 * Allowance for a night away from home. Source: the special meal and incidental rate of the transportation industry,
 * IRS Notice 2024-68. The hourly costs already contain the truck's cost.
 */
export const NIGHT_CENTS = 8_000;

/**
 * Cost divided by price. Carriers aim at 0.90-0.95; the value within that range fits the published sample of $448 at
 * 33 miles.
 */
export const OPERATING_RATIO = 0.92;

/** Hourly wages and benefits of a driver with a wage in USD per hour. */
export const driverCentsPerHour = (wage: number): number => DRIVER_CENTS_PER_HOUR * (wage / US_MEAN_WAGE);

/** Hourly cost of truck and driver at a wage, divided by the U.S. mean: 1.03 at that of California. */
export const wageFactor = (wage: number): number =>
  (TRUCK_CENTS_PER_HOUR + driverCentsPerHour(wage)) / (TRUCK_CENTS_PER_HOUR + DRIVER_CENTS_PER_HOUR);
