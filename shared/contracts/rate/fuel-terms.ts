import { DIESEL_AREAS, type DieselArea } from '../../costs/diesel/diesel-prices.ts';

/**
 * Regions whose diesel price a surcharge can use: "US" is the national average, "CA" California; the others are the EIA's
 * codes.
 */
export type FuelRegion = 'US' | 'CA' | Exclude<DieselArea, 'NUS' | 'SCA'>;
export const FUEL_REGIONS: readonly FuelRegion[] = DIESEL_AREAS.map((area) => {
  if (area === 'NUS') return 'US';
  return area === 'SCA' ? 'CA' : area;
});

/** The miles that a surcharge per mile is multiplied by: those of the lane, or twice as many. */
export const FUEL_MILES = ['one_way', 'round_trip'] as const;
export type FuelMiles = (typeof FUEL_MILES)[number];

export const FIXED_FUEL = ['included', 'market'] as const;
export const FUEL_METHODS = ['per_mile', 'percent', 'table'] as const;

/** Maximum rows of a table. */
export const MAX_FUEL_ROWS = 200;

/** A row of a table: the diesel price from which it applies in thousandths of USD per gallon, and its value. */
export type FuelRow = readonly [fromMills: number, value: number];

interface OnDiesel {
  /** Null: the region of the lane's origin. */
  readonly region: FuelRegion | null;
}

/** A fixed surcharge per mile, in hundredths of a cent. */
export interface FixedFuelPerMile {
  readonly method: 'per_mile';
  readonly perMile: number;
  readonly miles: FuelMiles;
}

/** A surcharge per mile of (diesel price - peg) / miles per gallon, never negative. */
export interface PeggedFuel extends OnDiesel {
  readonly method: 'peg';
  /** Diesel price up to which the rate includes fuel, in thousandths of USD per gallon. */
  readonly pegMills: number;
  /** Hundredths of a mile per gallon. */
  readonly milesPerGallonHundredths: number;
  readonly miles: FuelMiles;
}

/** A fixed surcharge in hundredths of a percent of the base rate. */
export interface FixedFuelPercent {
  readonly method: 'percent';
  readonly percentHundredths: number;
}

/**
 * A surcharge by steps of the diesel price. A row applies from its price up to that of the next row, the last one without
 * end; below the first row the surcharge is 0.
 */
export type FuelTable = OnDiesel & {
  readonly method: 'table';
  /** By increasing price, at least one. */
  readonly rows: readonly FuelRow[];
} & (
    | {
        /** Values are hundredths of a cent per mile. */ readonly unit: 'per_mile';
        readonly miles: FuelMiles;
      }
    | { /** Values are hundredths of a percent of the base rate. */ readonly unit: 'percent' }
  );

export type FuelSurcharge = FixedFuelPerMile | PeggedFuel | FixedFuelPercent | FuelTable;

/** The fuel of a rate: part of the amount, that of the market, or a surcharge of the rate itself. */
export type FuelTerms = (typeof FIXED_FUEL)[number] | FuelSurcharge;

/** Whether the fuel of a rate depends on a diesel price that the rate chooses. */
export const isOnDiesel = (fuel: FuelTerms): fuel is PeggedFuel | FuelTable =>
  typeof fuel === 'object' && 'region' in fuel;
