import type { FuelMiles, FuelRow, FuelTerms } from '../rate/fuel-terms.ts';
import { quotient, tenths } from './exact-quotient.ts';

/** A move with the base rate of the contract. */
export interface FueledMove {
  /** One way, with at most one decimal. */
  readonly miles: number;
  readonly marketFuelCents: number;
  /** USD per gallon, with at most 3 decimals; 0 for terms that use none. */
  readonly dieselPrice: number;
  /** After tier and minimum. */
  readonly baseRateCents: number;
}

/** The fuel surcharge of a move in integer cents, rounded once, half a cent up. */
export function fuelSurchargeCents(fuel: FuelTerms, move: FueledMove): number {
  if (fuel === 'included') return 0;
  if (fuel === 'market') return move.marketFuelCents;
  switch (fuel.method) {
    case 'per_mile':
      return perMileCents(fuel.perMile, move, fuel.miles);
    case 'percent':
      return percentCents(fuel.percentHundredths, move);
    case 'peg': {
      const overPegMills = Math.max(0, mills(move.dieselPrice) - fuel.pegMills);
      return quotient(overPegMills * drivenTenths(move, fuel.miles), fuel.milesPerGallonHundredths);
    }
    case 'table': {
      const value = valueAt(fuel.rows, mills(move.dieselPrice));
      return fuel.unit === 'percent' ? percentCents(value, move) : perMileCents(value, move, fuel.miles);
    }
  }
}

const mills = (dieselPrice: number): number => Math.round(dieselPrice * 1_000);

const drivenTenths = ({ miles }: FueledMove, kind: FuelMiles): number =>
  tenths(miles) * (kind === 'round_trip' ? 2 : 1);

/** @param perMile hundredths of a cent. */
const perMileCents = (perMile: number, move: FueledMove, kind: FuelMiles): number =>
  quotient(perMile * drivenTenths(move, kind), 1_000);

const percentCents = (percentHundredths: number, { baseRateCents }: FueledMove): number =>
  quotient(percentHundredths * baseRateCents, 10_000);

/** The value of the last row that starts at or below a price; 0 below the first. */
const valueAt = (rows: readonly FuelRow[], priceMills: number): number =>
  rows.findLast(([from]) => from <= priceMills)?.[1] ?? 0;
