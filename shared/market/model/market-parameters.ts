import type { CurveTerms } from './distance-curve.ts';
import type { LevelDynamics } from './level-filter.ts';

/**
 * How each level of the market changes relative to the level above. docs/explanation/market-model.md describes how these values
 * were set.
 */
export interface MarketParameters {
  readonly nation: LevelDynamics;
  readonly freightMarket: LevelDynamics;
  readonly marketState: LevelDynamics;
  readonly state: LevelDynamics;
  readonly zone: LevelDynamics;
  readonly lane: LevelDynamics;
  readonly freightMarketCurve: CurveTerms;
  readonly laneCurve: CurveTerms;
  /** Weight of the typical scatter in a lane's scatter, in loads. */
  readonly scatterLoads: number;
  /** Part of the variance of the levels above that remains when a lane has loads of its own. */
  readonly carried: number;
}

/** Weeks before the current one that count. */
export const LOOKBACK_WEEKS = 60;

const square = (deviation: number): number => deviation * deviation;

const dynamics = (prior: number, weekly: number, scatter: number, mix: number): LevelDynamics => ({
  prior: { mean: 0, variance: square(prior) },
  levelVariance: square(weekly),
  slopeVariance: 0,
  slopeKept: 0,
  scatter,
  mixVariance: square(mix),
});

export const MARKET_PARAMETERS: MarketParameters = {
  nation: {
    prior: { mean: 0, variance: square(0.4) },
    levelVariance: square(0.004),
    slopeVariance: square(0.007),
    slopeKept: 0.85,
    scatter: 0.15,
    mixVariance: square(0.004),
  },
  freightMarket: dynamics(0.08, 0.009, 0.11, 0.008),
  marketState: dynamics(0.06, 0.004, 0.11, 0.012),
  state: dynamics(0.03, 0.002, 0.1, 0.015),
  zone: dynamics(0.03, 0.002, 0.1, 0.015),
  lane: dynamics(0.08, 0.008, 0.075, 0),
  freightMarketCurve: { flatLoads: 10, kept: 0.93, scatter: 0.11, neighbours: [1, 0.6, 0.3, 0.15] },
  laneCurve: { flatLoads: 0.6, kept: 0.995, scatter: 0.08, neighbours: [1, 0.1] },
  scatterLoads: 12,
  carried: 0.3,
};
