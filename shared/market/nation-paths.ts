import type { LevelPath } from './level-filter.ts';
import { KINDS } from './market-levels.ts';
import {
  type Dynamics,
  LOOKBACK_WEEKS,
  MARKET_PARAMETERS,
  type MarketParameters,
  parametersOf,
  USUAL_DYNAMICS,
} from './market-parameters.ts';
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
  readonly dynamics: Dynamics;
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
    variances: [MARKET_PARAMETERS.nation.prior.variance],
    slope: 0,
    slopeVariance: 0,
    changeVariance: 0,
  },
  offsets: [],
  ports: new Map(),
  dynamics: USUAL_DYNAMICS,
};

/** The fitted market as seen from a week: later than the fit, its paths go on; earlier, they end there. */
export function nationPaths(fitted: FittedMarket, week: number): NationPaths {
  const ahead = fitted === NOTHING_FITTED ? 0 : week - fitted.week;
  const parameters = parametersOf(fitted.dynamics);
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

function goneOn(path: LevelPath, ahead: number, weekly: number, slopeKept: number): LevelPath {
  if (ahead === 0) return path;
  const means = path.means.map((_, position) => path.means[Math.max(0, position + ahead)] ?? Number.NaN);
  let { slope } = path;
  let level = path.means.at(-1) ?? 0;
  for (const [position, mean] of means.entries()) {
    if (!Number.isNaN(mean)) continue;
    slope *= slopeKept;
    level += slope;
    means[position] = level;
  }
  const variance = (path.variances.at(-1) ?? 0) + Math.max(0, ahead) * weekly;
  return { ...path, means, variances: [variance], slope };
}
