import { percentageOf, percentOf } from '../../costs/model/percentage.ts';
import type { ManualPrice } from '../record/manual-price.ts';
import type { QuotePrice } from '../strategy/pricing-strategy.ts';

/** A price by a person, and the total that the strategy or the contract rate had given. */
export interface SetPrice {
  readonly manual: ManualPrice;
  readonly strategyTotalCents: number;
}

/**
 * Replaces the base rate of a price. Fuel and accessorials stay those of the strategy or contract rate, so that a total that a
 * person sets is met to the cent. A margin applies to the cost of the price, without floor and rounding.
 * @returns undefined if fuel and accessorials are more than the total.
 */
export function setPrice(price: QuotePrice, { set, value }: ManualPrice): QuotePrice | undefined {
  const { fuelSurchargeCents, accessorialsCents, marginBaseCents } = price;
  const addedCents = fuelSurchargeCents + accessorialsCents;
  const cents = Math.round(value * 100);
  const baseRateCents = {
    total_rate: () => cents - addedCents,
    base_rate: () => cents,
    margin_percent: () => marginBaseCents + percentOf(marginBaseCents, value),
  }[set]();
  if (baseRateCents < 0) return undefined;
  return {
    ...price,
    baseRateCents,
    totalCents: baseRateCents + addedCents,
    marginPercent: percentageOf(baseRateCents - marginBaseCents, marginBaseCents),
  };
}
