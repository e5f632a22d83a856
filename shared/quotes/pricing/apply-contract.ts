import { contractPrice } from '../../contracts/pricing/contract-price.ts';
import type {
  PricingStrategy,
  QuotedAccessorial,
  QuotedMove,
  QuotePrice,
} from '../strategy/pricing-strategy.ts';
import type { AppliedContract } from './applied-contract.ts';
import { applyRule } from './apply-rule.ts';
import { totalPrice } from './apply-strategy.ts';

/**
 * The price of a quote by a contract rate, without margin and rounding; integer cents. Accessorials are those of the
 * strategy, except for those that its rule or the rate overrides.
 * @param dieselPrice USD per gallon, for fuel terms that use one; else 0.
 */
export function applyContract(
  move: QuotedMove,
  strategy: PricingStrategy,
  { rate, tier }: AppliedContract,
  dieselPrice: number,
): QuotePrice {
  const { miles, linehaulCents, fuelCents } = move;
  const { baseRateCents, fuelSurchargeCents } = contractPrice(
    rate,
    { miles, marketLinehaulCents: linehaulCents, marketFuelCents: fuelCents, dieselPrice },
    tier,
  );
  const ruled = applyRule(move, strategy, ['validityDays', 'accessorialOverrides']);
  const accessorialOverrides = { ...ruled.strategy.accessorialOverrides, ...rate.accessorialOverrides };
  const fuelIncluded = rate.fuel === 'included';
  const price = { baseRateCents, fuelSurchargeCents, fuelIncluded };
  const total = totalPrice(move, { ...strategy, accessorialOverrides }, price);
  const sourced = <Charge extends QuotedAccessorial>(charge: Charge): Charge =>
    Object.hasOwn(rate.accessorialOverrides, charge.name) ? { ...charge, source: 'contract_rate' } : charge;
  return {
    ...total,
    accessorials: total.accessorials.map(sourced),
    excluded: total.excluded.map(sourced),
    ...ruled.applied,
  };
}
