import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { KINDS } from '../loads/market-levels.ts';
import type { LevelPath } from './level-filter.ts';
import { LOOKBACK_WEEKS, MARKET_PARAMETERS, type MarketParameters } from './market-parameters.ts';

/** Path of a freight market relative to the nation, by week, and its distance curve, by step. */
export interface FreightMarketPath {
  readonly path: LevelPath;
  readonly curve: readonly number[];
}

/** The nation and its freight markets, fitted to all loads as of a week: see `MarketFit`. */
export interface FittedMarket {
  readonly week: number;
  /** One mean for each week; the last is that of `week`. */
  readonly nation: LevelPath;
  /** Level of each kind relative to the nation. */
  readonly offsets: readonly number[];
  /** By name. */
  readonly freightMarkets: ReadonlyMap<string, FreightMarketPath>;
  /** Dynamics of levels and scatter of loads. */
  readonly parameters: MarketParameters;
}

/** The levels that every lane's estimate starts from. */
export interface NationPaths {
  readonly span: WeekSpan;
  readonly nation: LevelPath;
  /** The nation plus the offsets of kinds: for each week, one level for each kind. */
  readonly levels: readonly Float64Array[];
  readonly freightMarkets: ReadonlyMap<string, FreightMarketPath>;
  readonly parameters: MarketParameters;
  /** Whether the nation was fitted to loads. If not, each freight market's level includes the nation's. */
  readonly fitted: boolean;
}

const { nation: NATION, freightMarket: FREIGHT_MARKET, lane: LANE } = MARKET_PARAMETERS;

/** Weekly variance of the nation: its own, and that of a stationary slope. */
const NATION_A_WEEK = NATION.levelVariance + NATION.slopeVariance / (1 - NATION.slopeKept ** 2);

/**
 * Variance between lanes of different distance and equipment if no national loads are known. With it, intervals of
 * lanes without own loads contain 80% of loads (seeds 2 and 3, 40 and 400 loads a week).
 */
const UNKNOWN_KINDS_VARIANCE = 0.006;

/** The nation's prior and weekly variances are added to the freight market's, so that its loads reduce them. */
const NATION_IN_FREIGHT_MARKET: MarketParameters = {
  ...MARKET_PARAMETERS,
  nation: { ...NATION, levelVariance: 0, slopeVariance: 0 },
  freightMarket: {
    ...FREIGHT_MARKET,
    prior: { mean: 0, variance: FREIGHT_MARKET.prior.variance + NATION.prior.variance },
    levelVariance: FREIGHT_MARKET.levelVariance + NATION_A_WEEK,
  },
  lane: { ...LANE, prior: { mean: 0, variance: LANE.prior.variance + UNKNOWN_KINDS_VARIANCE } },
};

/** A market without a fit: its own loads decide every level. */
export const UNFITTED_MARKET: FittedMarket = {
  week: 0,
  nation: {
    means: Array.from({ length: LOOKBACK_WEEKS + 1 }, () => 0),
    variance: NATION.prior.variance,
    slope: 0,
    slopeVariance: 0,
    changeVariance: 0,
  },
  offsets: [],
  freightMarkets: new Map(),
  parameters: NATION_IN_FREIGHT_MARKET,
};

/** The fitted market as of a week. Paths are extrapolated to weeks after the fit and cut off at weeks before it. */
export function nationPaths(fitted: FittedMarket, week: number): NationPaths {
  const isFitted = fitted !== UNFITTED_MARKET;
  const ahead = isFitted ? week - fitted.week : 0;
  const { parameters } = fitted;
  const { levelVariance, slopeVariance, slopeKept } = parameters.nation;
  const path = isFitted ? fitted.nation : { ...fitted.nation, variance: 0 };
  const nation = extrapolate(path, ahead, levelVariance + slopeVariance, slopeKept);
  const ofKinds = Float64Array.from({ length: KINDS }, (_, kind) => fitted.offsets[kind] ?? 0);
  return {
    span: { from: week - LOOKBACK_WEEKS, to: week },
    nation,
    levels: nation.means.map((mean) => ofKinds.map((offset) => mean + offset)),
    freightMarkets: new Map(
      [...fitted.freightMarkets].map(([name, { path, curve }]) => [
        name,
        { path: extrapolate(path, ahead, parameters.freightMarket.levelVariance, 0), curve },
      ]),
    ),
    parameters,
    fitted: isFitted,
  };
}

function extrapolate(path: LevelPath, ahead: number, weekly: number, kept: number): LevelPath {
  const { means, variance, slope } = path;
  const last = means.length - 1;
  return {
    ...path,
    means: means.map((_, position) => {
      const at = position + ahead;
      const weeks = Math.max(0, at - last);
      // Sum of a geometrically decaying slope.
      const lasting = (slope * kept * (1 - kept ** weeks)) / (1 - kept);
      return (means[Math.max(0, at - weeks)] ?? 0) + lasting;
    }),
    variance: variance + Math.max(0, ahead) * weekly,
    slope: slope * kept ** Math.max(0, ahead),
  };
}
