import type { Account } from '../../platform/account/account.ts';
import { applyStrategy } from '../../quotes/pricing/apply-strategy.ts';
import type { PricingStrategy } from '../../quotes/strategy/pricing-strategy.ts';
import type { StrategyStore } from '../../quotes/strategy/strategy-store.ts';
import { type LanePrice, type LaneResult, withMargin } from '../lanes/lane-result.ts';

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

/** The customer's price of a lane. @param marginPercent replaces the margins of the strategy; undefined = it does not. */
export const priceLane = (
  result: LaneResult,
  strategy: PricingStrategy,
  marginPercent: number | undefined,
): LanePrice =>
  result.status === 'failed'
    ? { result }
    : { result, price: applyStrategy(result.move, withMargin(strategy, marginPercent)) };
