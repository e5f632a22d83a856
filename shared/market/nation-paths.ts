import type { LevelPath } from './level-filter.ts';
import { KINDS } from './market-levels.ts';
import { LOOKBACK_WEEKS, MARKET_PARAMETERS, type MarketParameters } from './market-parameters.ts';
import type { WeekSpan } from './week-number.ts';

/** What a freight market stands beside the nation, by week, and how its loads bend with distance, by step. */
export interface PortPath {
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
  /** By region. */
  readonly ports: ReadonlyMap<string, PortPath>;
  /** How its levels move and its loads scatter. */
  readonly parameters: MarketParameters;
}

/** What every lane's level starts from. */
export interface NationPaths {
  readonly span: WeekSpan;
  readonly nation: LevelPath;
  /** The nation and what a kind stands beside it: by week, each a level a kind. */
  readonly levels: readonly Float64Array[];
  readonly ports: ReadonlyMap<string, PortPath>;
  readonly parameters: MarketParameters;
}

/** A market that nothing is known of: every level is what the loads below it make of it. */
export const NOTHING_FITTED: FittedMarket = {
  week: 0,
  nation: {
    means: Array.from({ length: LOOKBACK_WEEKS + 1 }, () => 0),
    variance: MARKET_PARAMETERS.nation.prior.variance,
    slope: 0,
    slopeVariance: 0,
    changeVariance: 0,
  },
  offsets: [],
  ports: new Map(),
  parameters: MARKET_PARAMETERS,
};

/** The fitted market as seen from a week: later than the fit, its paths go on; earlier, they end there. */
export function nationPaths(fitted: FittedMarket, week: number): NationPaths {
  const ahead = fitted === NOTHING_FITTED ? 0 : week - fitted.week;
  const { parameters } = fitted;
  const { levelVariance, slopeVariance, slopeKept } = parameters.nation;
  const nation = goneOn(fitted.nation, ahead, levelVariance + slopeVariance, slopeKept);
  const ofKinds = Float64Array.from({ length: KINDS }, (_, kind) => fitted.offsets[kind] ?? 0);
  return {
    span: { from: week - LOOKBACK_WEEKS, to: week },
    nation,
    levels: nation.means.map((mean) => ofKinds.map((offset) => mean + offset)),
    ports: new Map(
      [...fitted.ports].map(([region, { path, curve }]) => [
        region,
        { path: goneOn(path, ahead, parameters.port.levelVariance, 0), curve },
      ]),
    ),
    parameters,
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
