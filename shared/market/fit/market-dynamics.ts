import type { LevelDynamics } from '../model/level-filter.ts';
import { MARKET_PARAMETERS, type MarketParameters } from '../model/market-parameters.ts';

const square = (deviation: number): number => deviation * deviation;

/** How a market differs from the typical one, as ratios: 1 if it does not. `MarketFit` learns them at each import. */
export interface Dynamics {
  /** Scatter of single loads. */
  readonly scatter: number;
  /** Deviation between lanes. */
  readonly spread: number;
  /** Weekly change of a lane, and of a freight market, as ratios of deviations. */
  readonly laneDriftRatio: number;
  readonly freightMarketDriftRatio: number;
}

/** The parameters of a market with these dynamics. */
export function parametersOf({
  scatter,
  spread,
  laneDriftRatio,
  freightMarketDriftRatio,
}: Dynamics): MarketParameters {
  const { freightMarket, marketState, state, zone, lane, freightMarketCurve, laneCurve, ...rest } =
    MARKET_PARAMETERS;
  const like = (
    level: LevelDynamics,
    driftRatio: number,
    ownSpread: number,
    ownScatter: number,
  ): LevelDynamics => ({
    ...level,
    prior: { mean: 0, variance: level.prior.variance * square(ownSpread) },
    levelVariance: level.levelVariance * square(driftRatio),
    scatter: level.scatter * ownScatter,
  });
  // A load scatters around a wide level by its own scatter and by its lane's offset: about half of the variance
  // each.
  const wide = Math.sqrt((square(scatter) + square(spread)) / 2);
  return {
    ...rest,
    freightMarket: like(freightMarket, freightMarketDriftRatio, 1, wide),
    marketState: like(marketState, 1, spread, wide),
    state: like(state, 1, spread, wide),
    zone: like(zone, 1, spread, wide),
    lane: like(lane, laneDriftRatio, spread, scatter),
    freightMarketCurve: { ...freightMarketCurve, scatter: freightMarketCurve.scatter * wide },
    laneCurve: {
      ...laneCurve,
      scatter: laneCurve.scatter * scatter,
      flatLoads: laneCurve.flatLoads * square(scatter / spread),
    },
  };
}
