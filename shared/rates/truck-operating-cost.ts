import { MILES_PER_GALLON, PEG_USD } from './fuel-surcharge.ts';

/** Running a truck without fuel, USD an hour and USD a mile. Source: ATRI, Operational Costs of Trucking, 2025 (data of 2024). */
const NON_FUEL_USD_PER_HOUR = 71.57;
const NON_FUEL_USD_PER_MILE = 1.779;

/**
 * Part of the non-fuel cost that comes with miles (repair 17, tires 4, tolls 3 cents of 133 a mile); the rest (wages,
 * benefits, payments, insurance, permits) comes with hours. Source: ATRI's cost centers in its 2018 update.
 */
const SHARE_OF_MILES = 0.18;

/** Cents for each hour a truck and its driver are taken, wheels turning or not. */
export const CENTS_PER_HOUR = NON_FUEL_USD_PER_HOUR * (1 - SHARE_OF_MILES) * 100;

/** Cents for each mile driven: wear, tires, tolls, and the fuel up to the peg, which no surcharge covers. */
export const CENTS_PER_MILE = (NON_FUEL_USD_PER_MILE * SHARE_OF_MILES + PEG_USD / MILES_PER_GALLON) * 100;

/** Operating ratio: cost over price. Source: the usual target of a carrier that earns its keep; the published sample of $448 at 33 miles fits it. */
export const OPERATING_RATIO = 0.9;
