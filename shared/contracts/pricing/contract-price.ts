import type { ContractTerms, RateType, VolumeTier } from '../rate/contract-rate.ts';

/** A move with the market's amounts, which some rates refer to. */
export interface ContractMove {
  /** One way, with at most one decimal. */
  readonly miles: number;
  /** The market's linehaul without fuel, and its fuel; integer cents. */
  readonly marketLinehaulCents: number;
  readonly marketFuelCents: number;
  /** USD per gallon, with at most 3 decimals. */
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
  return {
    baseRateCents: Math.max(cents, minimumCents),
    fuelSurchargeCents: fuelCents(terms, move),
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

function fuelCents({ fuel, fuelSchedule }: ContractTerms, move: ContractMove): number {
  if (fuel === 'market') return move.marketFuelCents;
  if (fuel === 'included' || fuelSchedule === undefined) return 0;
  const { pegMills, milesPerGallonHundredths } = fuelSchedule;
  const overPegMills = Math.max(0, Math.round(move.dieselPrice * 1_000) - pegMills);
  return quotient(overPegMills * tenths(move.miles), milesPerGallonHundredths);
}

/** Miles as an integer, so that amounts are exact. */
const tenths = (miles: number): number => Math.round(miles * 10);

/** The quotient of two integers, rounded to an integer, half up. */
function quotient(dividend: number, divisor: number): number {
  const rest = dividend % divisor;
  return (dividend - rest) / divisor + (2 * rest >= divisor ? 1 : 0);
}
