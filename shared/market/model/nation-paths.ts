import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { KINDS } from '../loads/market-levels.ts';
import type { LevelPath } from './level-filter.ts';
import { LOOKBACK_WEEKS, MARKET_PARAMETERS, type MarketParameters } from './market-parameters.ts';

/** What a freight market stands beside the nation, by week, and how its loads bend with distance, by step. */
export interface FreightMarketPath {
  readonly path: LevelPath;
  readonly curve: readonly number[];
}

/** What all loads together say of the nation and its freight markets, as of a week: `MarketFit`. */
export interface FittedMarket {
  readonly week: number;
  /** One mean a week, the last that of `week`. */
  readonly nation: LevelPath;
  /** What loads of a kind stand beside the nation. */
  readonly offsets: readonly number[];
  /** By name. */
  readonly freightMarkets: ReadonlyMap<string, FreightMarketPath>;
  /** How its levels move and its loads scatter. */
  readonly parameters: MarketParameters;
}

/** What every lane's level starts from. */
export interface NationPaths {
  readonly span: WeekSpan;
  readonly nation: LevelPath;
  /** The nation and what a kind stands beside it: by week, each a level a kind. */
  readonly levels: readonly Float64Array[];
  readonly freightMarkets: ReadonlyMap<string, FreightMarketPath>;
  readonly parameters: MarketParameters;
  /** Whether loads stand behind the nation; where none do, each freight market is followed as nation and freightMarket in one. */
  readonly fitted: boolean;
}

const { nation: NATION, freightMarket: FREIGHT_MARKET, lane: LANE } = MARKET_PARAMETERS;

/** A week's change of the nation: its own, and that of a slope that has long gone up and down. */
const NATION_A_WEEK = NATION.levelVariance + NATION.slopeVariance / (1 - NATION.slopeKept ** 2);

/**
 * How far lanes of different distance and equipment lie apart where no loads of the nation tell: with so much, ranges of
 * lanes without own loads hold four of five loads (seeds 2 and 3, 40 and 400 loads a week).
 */
const UNKNOWN_KINDS = 0.006;

/** What the nation may be and how it moves is the freightMarket's as well, so that loads of the freightMarket learn it away. */
const NATION_IN_FREIGHT_MARKET: MarketParameters = {
  ...MARKET_PARAMETERS,
  nation: { ...NATION, levelVariance: 0, slopeVariance: 0 },
  freightMarket: {
    ...FREIGHT_MARKET,
    prior: { mean: 0, variance: FREIGHT_MARKET.prior.variance + NATION.prior.variance },
    levelVariance: FREIGHT_MARKET.levelVariance + NATION_A_WEEK,
  },
  lane: { ...LANE, prior: { mean: 0, variance: LANE.prior.variance + UNKNOWN_KINDS } },
};

/** A market that nothing is known of: every level is what the loads below it make of it. */
export const NOTHING_FITTED: FittedMarket = {
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

/** The fitted market as seen from a week: later than the fit, its paths go on; earlier, they end there. */
export function nationPaths(fitted: FittedMarket, week: number): NationPaths {
  const isFitted = fitted !== NOTHING_FITTED;
  const ahead = isFitted ? week - fitted.week : 0;
  const { parameters } = fitted;
  const { levelVariance, slopeVariance, slopeKept } = parameters.nation;
  const path = isFitted ? fitted.nation : { ...fitted.nation, variance: 0 };
  const nation = goneOn(path, ahead, levelVariance + slopeVariance, slopeKept);
  const ofKinds = Float64Array.from({ length: KINDS }, (_, kind) => fitted.offsets[kind] ?? 0);
  return {
    span: { from: week - LOOKBACK_WEEKS, to: week },
    nation,
    levels: nation.means.map((mean) => ofKinds.map((offset) => mean + offset)),
    freightMarkets: new Map(
      [...fitted.freightMarkets].map(([name, { path, curve }]) => [
        name,
        { path: goneOn(path, ahead, parameters.freightMarket.levelVariance, 0), curve },
      ]),
    ),
    parameters,
    fitted: isFitted,
  };
}

function goneOn(path: LevelPath, ahead: number, weekly: number, kept: number): LevelPath {
  const { means, variance, slope } = path;
  const last = means.length - 1;
  return {
    ...path,
    means: means.map((_, position) => {
      const at = position + ahead;
      const weeks = Math.max(0, at - last);
      // A slope of which a part is kept every week, all weeks together.
      const lasting = (slope * kept * (1 - kept ** weeks)) / (1 - kept);
      return (means[Math.max(0, at - weeks)] ?? 0) + lasting;
    }),
    variance: variance + Math.max(0, ahead) * weekly,
    slope: slope * kept ** Math.max(0, ahead),
  };
}
