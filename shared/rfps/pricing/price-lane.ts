import type { Account } from '../../platform/account/account.ts';
import { applyStrategy } from '../../quotes/pricing/apply-strategy.ts';
import { lossWarnings, setPrice, totalTooLow } from '../../quotes/pricing/set-price.ts';
import { invalidParameters } from '../../quotes/request/quote-rejections.ts';
import type { StrategyStore } from '../../quotes/strategy/dynamodb-strategies.ts';
import type { PricingRule, PricingStrategy } from '../../quotes/strategy/pricing-strategy.ts';
import type { LaneDraft } from '../lanes/lane-draft.ts';
import type { FailedLane, LanePrice, LaneResult } from '../lanes/lane-result.ts';

class StrategyMissingError extends Error {
  override readonly name = 'StrategyMissingError';
}

/** The strategy that prices a run. @throws StrategyMissingError; versions are never deleted. */
export async function strategyOf(
  strategies: Pick<StrategyStore, 'version'>,
  { orgId, mode }: Account,
  version: number,
): Promise<PricingStrategy> {
  const strategy = await strategies.version(orgId, mode, version);
  if (strategy === undefined) throw new StrategyMissingError(`strategy version ${version} does not exist`);
  return strategy;
}

/** By what the customer's prices of an RFP's lanes are derived. */
export interface CustomerTerms {
  readonly strategy: PricingStrategy;
  /** Replaces the margins of the strategy; undefined = it does not. */
  readonly marginPercent: number | undefined;
}

/** The customer's price of a lane. @param manual the price that a person set; null if there is none. */
export function priceLane(
  result: LaneResult,
  { strategy, marginPercent }: CustomerTerms,
  manual: LaneDraft['price'],
): LanePrice {
  if (result.status === 'failed') return { result };
  const { move, warnings } = result;
  const price = applyStrategy(move, withMargin(strategy, marginPercent));
  if (manual === null) return { result, price };
  const set = setPrice(price, manual);
  if (set === undefined) return { result: failedBy(totalTooLow(price)) };
  const losses = lossWarnings(move.linehaulCents + move.fuelCents, set);
  return {
    result: { ...result, warnings: [...warnings, ...losses] },
    price: set,
    setPrice: { manual, strategyTotalCents: price.totalCents },
  };
}

function failedBy(error: ReturnType<typeof totalTooLow>): FailedLane {
  const { message } = invalidParameters([error]);
  return { status: 'failed', error: { code: 'LANE_INVALID', message, details: { errors: [error] } } };
}

/** A strategy with one markup for all lanes instead of its margin bands and the margins of its rules. */
export const withMargin = (
  strategy: PricingStrategy,
  marginPercent: CustomerTerms['marginPercent'],
): PricingStrategy =>
  marginPercent === undefined
    ? strategy
    : {
        ...strategy,
        margins: [{ fromMiles: 0, percent: marginPercent, floorCents: 0 }],
        marginsByEquipment: {},
        ...(strategy.rules && { rules: strategy.rules.map(withoutMargin) }),
      };

const withoutMargin = ({ terms: { margin: _, ...terms }, ...rule }: PricingRule): PricingRule => ({
  ...rule,
  terms,
});
