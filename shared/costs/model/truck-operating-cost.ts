import { US_WAGE, wageIn } from './driver-wages.ts';
import { MILES_PER_GALLON, PEG_USD } from './fuel-surcharge.ts';

/** Running a truck without fuel, USD an hour and USD a mile. Source: ATRI, Operational Costs of Trucking, 2025 (data of 2024). */
export const NON_FUEL_USD_PER_HOUR = 71.57;
export const NON_FUEL_USD_PER_MILE = 1.779;

/**
 * Part of the non-fuel cost that comes with miles (repair 17, tires 4, tolls 3 cents of 133 a mile); the rest (wages,
 * benefits, payments, insurance, permits) comes with hours. Source: ATRI's cost centers in its 2018 update.
 */
export const SHARE_OF_MILES = 0.18;

/**
 * Part of the non-fuel cost that is the driver's pay: benefits 19.7 cents a mile (ATRI 2025), wages 79.8 (2.4% above
 * the 77.9 of 2023: the rise by ATRI 2025, the base by general knowledge) of 177.9.
 */
export const SHARE_OF_DRIVER = (0.197 + 0.798) / NON_FUEL_USD_PER_MILE;

const DRIVER_CENTS_PER_HOUR = NON_FUEL_USD_PER_HOUR * SHARE_OF_DRIVER * 100;

/** Cents for each hour of a truck, wheels turning or not, without its driver: payments, insurance, permits. */
export const TRUCK_CENTS_PER_HOUR = NON_FUEL_USD_PER_HOUR * (1 - SHARE_OF_MILES - SHARE_OF_DRIVER) * 100;

/** Cents for each mile driven of wear, tires and tolls. */
export const WEAR_CENTS_PER_MILE = NON_FUEL_USD_PER_MILE * SHARE_OF_MILES * 100;

/** Cents for each mile driven of fuel up to the peg, which no surcharge covers. */
export const PEG_FUEL_CENTS_PER_MILE = (PEG_USD / MILES_PER_GALLON) * 100;

/**
 * Cents for a night that the driver spends on the road. Source: the special meal and incidental rate of the
 * transportation industry, IRS Notice 2024-68; the truck's own cost runs by the hour already.
 */
export const NIGHT_CENTS = 8_000;

/** Operating ratio: cost over price. Set, within the 0.90-0.95 that carriers aim at, by the published sample of $448 at 33 miles. */
export const OPERATING_RATIO = 0.92;

/** Cents for each hour of a driver, wages and benefits, who works out of a state (two-letter code). */
export const driverCentsPerHour = (state: string): number =>
  DRIVER_CENTS_PER_HOUR * (wageIn(state) / US_WAGE);

/** What an hour of truck and driver costs in a state, as a share of the U.S. mean: 1.03 in California. */
export const regionFactor = (state: string): number =>
  (TRUCK_CENTS_PER_HOUR + driverCentsPerHour(state)) / (TRUCK_CENTS_PER_HOUR + DRIVER_CENTS_PER_HOUR);
