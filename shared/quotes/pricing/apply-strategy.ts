import { percentageOf } from '../../costs/model/percentage.ts';
import type { PricingStrategy, QuotedMove, QuotePrice } from '../strategy/pricing-strategy.ts';
import { applyRule } from './apply-rule.ts';
import { marginBand, baseRateCents as sellFor } from './base-rate.ts';
import { priceAccessorials } from './price-accessorials.ts';

/**
 * The price of a quote, from the market cost of its move and the organization's strategy with its rules; integer cents.
 * @throws RangeError if the strategy has no band for the miles; validated strategies have a band from 0.
 */
export function applyStrategy(move: QuotedMove, general: PricingStrategy): QuotePrice {
  const { strategy, applied } = applyRule(move, general);
  const { equipment, miles, linehaulCents, fuelCents } = move;
  const fuelIncluded = strategy.fuel === 'included';
  const marginBaseCents = fuelIncluded ? linehaulCents + fuelCents : linehaulCents;
  const fuelSurchargeCents = fuelIncluded ? 0 : fuelCents;
  const band = marginBand(strategy, equipment, miles);
  const baseRateCents = sellFor(marginBaseCents, band, strategy.rounding);
  return {
    ...totalPrice(move, strategy, { baseRateCents, fuelSurchargeCents, fuelIncluded }),
    ...applied,
  };
}

/** The amounts that a strategy or a contract rate decides, in integer cents. */
type FreightPrice = Pick<QuotePrice, 'baseRateCents' | 'fuelSurchargeCents' | 'fuelIncluded'>;

/** The whole price of a move: its freight with accessorials, and its margin on the market cost. */
export function totalPrice(move: QuotedMove, strategy: PricingStrategy, freight: FreightPrice): QuotePrice {
  const { baseRateCents, fuelSurchargeCents, fuelIncluded } = freight;
  const { linehaulCents, fuelCents } = move;
  const marginBaseCents = fuelIncluded ? linehaulCents + fuelCents : linehaulCents;
  const { accessorials, excluded } = priceAccessorials(move, strategy, { baseRateCents, fuelSurchargeCents });
  const accessorialsCents = accessorials.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    baseRateCents,
    fuelSurchargeCents,
    fuelIncluded,
    accessorials,
    accessorialsCents,
    excluded,
    totalCents: baseRateCents + fuelSurchargeCents + accessorialsCents,
    marginBaseCents,
    marginPercent: percentageOf(baseRateCents - marginBaseCents, marginBaseCents),
  };
}
