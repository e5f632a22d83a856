import type { ContractTerms, RateType, VolumeTier } from './contract-rate.ts';
import type { FuelMiles, FuelRow, FuelTerms } from './fuel-terms.ts';

/** Miles as an integer, so that amounts are exact. */
const tenths = (miles: number): number => Math.round(miles * 10);

/** The quotient of two integers that are not negative, rounded to an integer, half up. */
function quotient(dividend: number, divisor: number): number {
  const rest = dividend % divisor;
  return (dividend - rest) / divisor + (2 * rest >= divisor ? 1 : 0);
}

/** A move with the base rate of the contract. */
interface FueledMove {
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

/** A move with the market's amounts, which some rates refer to. */
export interface ContractMove {
  /** One way, with at most one decimal. */
  readonly miles: number;
  /** The market's linehaul without fuel, and its fuel; integer cents. */
  readonly marketLinehaulCents: number;
  readonly marketFuelCents: number;
  /** USD per gallon, with at most 3 decimals: of the region and day of the rate's fuel terms; 0 if they use none. */
  readonly dieselPrice: number;
}

/** Integer cents. */
export interface ContractPrice {
  readonly baseRateCents: number;
  readonly fuelSurchargeCents: number;
  /** Whether the rate's minimum is more than its amount. */
  readonly isMinimum: boolean;
}

/**
 * The price of a move by a contract rate. Each amount is rounded once, half a cent up.
 * @param tier of the rate, whose amount replaces that of the rate; undefined = none.
 */
export function contractPrice(
  terms: ContractTerms,
  move: ContractMove,
  tier: VolumeTier | undefined,
): ContractPrice {
  const cents = linehaulCents(terms.rateType, tier?.amount ?? terms.amount, move);
  const { minimumCents = 0 } = terms;
  const baseRateCents = Math.max(cents, minimumCents);
  return {
    baseRateCents,
    fuelSurchargeCents: fuelSurchargeCents(terms.fuel, { ...move, baseRateCents }),
    isMinimum: minimumCents > cents,
  };
}

function linehaulCents(
  rateType: RateType,
  amount: number,
  { miles, marketLinehaulCents }: ContractMove,
): number {
  switch (rateType) {
    case 'flat':
      return amount;
    case 'per_mile':
      return quotient(amount * tenths(miles), 1_000);
    case 'percent_of_market':
      return quotient(amount * marketLinehaulCents, 10_000);
  }
}

/**
 * The highest tier that a volume reaches; undefined below the first tier, and without a volume: `amount` applies.
 * @param weeklyVolume loads a week; null = unknown.
 */
export const reachedTier = (
  { tiers }: Pick<ContractTerms, 'tiers'>,
  weeklyVolume: number | null,
): VolumeTier | undefined =>
  tiers.findLast(({ fromVolume }) => weeklyVolume !== null && fromVolume <= weeklyVolume);
