import { percentageOf } from '../strategy/percentage.ts';
import type { PricingStrategy, QuotedMove, QuotePrice } from '../strategy/pricing-strategy.ts';
import { marginBand, baseRateCents as sellFor } from './base-rate.ts';
import { priceAccessorials } from './price-accessorials.ts';

/**
 * The price of a quote, from the market cost of its move and the organization's strategy; integer cents.
 * @throws RangeError if the strategy has no band for the miles; validated strategies have a band from 0.
 */
export function applyStrategy(move: QuotedMove, strategy: PricingStrategy): QuotePrice {
  const { equipment, miles, linehaulCents, fuelCents } = move;
  const fuelIncluded = strategy.fuel === 'included';
  const marginBaseCents = fuelIncluded ? linehaulCents + fuelCents : linehaulCents;
  const fuelSurchargeCents = fuelIncluded ? 0 : fuelCents;
  const band = marginBand(strategy, equipment, miles);
  const baseRateCents = sellFor(marginBaseCents, band, strategy.rounding);
  const { accessorials, excluded } = priceAccessorials(move, strategy, { baseRateCents, fuelSurchargeCents });
  const accessorialsCents = accessorials.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    baseRateCents,
    fuelSurchargeCents,
    accessorials,
    accessorialsCents,
    excluded,
    totalCents: baseRateCents + fuelSurchargeCents + accessorialsCents,
    marginBaseCents,
    marginPercent: percentageOf(baseRateCents - marginBaseCents, marginBaseCents),
  };
}
