import { percentageOf, percentOf, usd } from '../../costs/model/cents.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import type { ManualPrice } from '../record/manual-price.ts';
import type { QuotePrice } from '../strategy/pricing-strategy.ts';

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

export function totalTooLow({ fuelSurchargeCents, accessorialsCents }: QuotePrice): FieldError {
  const added = usd(fuelSurchargeCents + accessorialsCents).toFixed(2);
  return {
    field: 'price.total_rate',
    message: `must be at least ${added}, which fuel surcharge and accessorials take`,
  };
}

/** The warning that a price by a person or a contract rate is below its market cost. */
export function lossWarnings(
  marketCents: number,
  { baseRateCents, fuelSurchargeCents }: QuotePrice,
): readonly string[] {
  const lossCents = marketCents - baseRateCents - fuelSurchargeCents;
  if (lossCents <= 0) return [];
  const percent = percentageOf(lossCents, marketCents);
  return [`The price is ${usd(lossCents).toFixed(2)} USD (${percent}%) below the market cost of the move.`];
}
