import type { DieselPrice } from '../costs/diesel/diesel-lookup.ts';
import { MARKET_MODEL_VERSION } from './lane-analysis.ts';
import type { RateAnalysis } from './rate-result.ts';
import type { MarketView } from './view-lane.ts';

/**
 * The data that a rate is based on: the loads of the market, or else the cost model.
 * @param costModelVersion version of the model that is used without loads.
 */
export function rateBasis(
  market: MarketView | undefined,
  diesel: DieselPrice,
  costModelVersion: string,
): RateAnalysis['basis'] {
  const basis = market?.analysis.basis;
  return {
    level: basis?.level ?? 'model',
    observations: basis ? basis.observations : 0,
    since: basis?.since ?? '',
    asOf: basis?.asOf || diesel.week,
    source: market?.source ?? 'cost model',
    modelVersion: market ? MARKET_MODEL_VERSION : costModelVersion,
  };
}
