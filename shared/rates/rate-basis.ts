import type { DieselPrice } from '../costs/diesel/diesel-lookup.ts';
import { MARKET_MODEL_VERSION } from './lane-analysis.ts';
import type { RateAnalysis } from './rate-result.ts';
import type { MarketView } from './view-lane.ts';

/**
 * What a rate rests on: the market's loads where there are some, else a cost model.
 * @param costModelVersion of the model that answers where no load is known.
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
