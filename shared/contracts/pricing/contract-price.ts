import type { ContractTerms, RateType, VolumeTier } from '../rate/contract-rate.ts';
import { quotient, tenths } from './exact-quotient.ts';
import { fuelSurchargeCents } from './fuel-surcharge.ts';

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
