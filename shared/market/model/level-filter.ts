import type { WeekValues } from '../cells/week-values.ts';
import { robustMean } from './robust-mean.ts';

/** How a level moves and how its loads scatter; natural logarithms, deviations a week. */
export interface LevelDynamics {
  /** What it is before any load is seen, relative to the level above, and how sure that is. */
  readonly prior: { readonly mean: number; readonly variance: number };
  /** Variance that a week adds by itself. */
  readonly levelVariance: number;
  /** Variance that a week adds to its speed, and the part of the speed that lasts; 0 where it has none. */
  readonly slopeVariance: number;
  readonly slopeKept: number;
  /** Scatter of a single load around it. */
  readonly scatter: number;
  /** Variance of a week's mean that more loads do not take away: the same lanes come again. */
  readonly mixVariance: number;
}

/** A level in every week that was followed, oldest first. */
export interface LevelPath {
  /** By all weeks, the later ones too. */
  readonly means: readonly number[];
  /** How unsure the last week's is. */
  readonly variance: number;
  /** Change from the week before that is expected to go on, in part. */
  readonly slope: number;
  readonly slopeVariance: number;
  /** How unsure the change over the last `TREND_WEEKS` is. */
  readonly changeVariance: number;
}

/** What the loads of each week say together; by week, and of no meaning where a week has no loads. */
export interface WeekMeans {
  readonly loads: Float64Array;
  /** As `RobustMean` has them. */
  readonly means: Float64Array;
  readonly weights: Float64Array;
  readonly centres: Float64Array;
}

/** A level, and what it was followed by. */
export interface FilteredLevel extends LevelPath {
  readonly seen: WeekMeans;
}

/** Weeks that a trend is told over. */
export const TREND_WEEKS = 4;

/**
 * Follows a level without a slope through the weeks by a Kalman filter with robust weekly means, and smooths it backward
 * (Rauch, Tung, Striebel). The last week is predicted where it has no loads.
 * @param weeks the loads of each week relative to the level above.
 */
export function filterLevel(weeks: WeekValues, dynamics: LevelDynamics): FilteredLevel {
  const { loads } = weeks;
  const { length } = loads;
  const seen: WeekMeans = {
    loads,
    means: new Float64Array(length),
    weights: new Float64Array(length),
    centres: new Float64Array(length),
  };
  const { scatter } = dynamics;
  const path = follow(seen, dynamics, (position, level, variance) => {
    const pull = (scatter * scatter) / (variance + 1e-9);
    const { mean, weight, centre } = robustMean(weeks, position, level, pull, scatter);
    seen.means[position] = mean;
    seen.weights[position] = weight;
    seen.centres[position] = centre;
  });
  return { ...path, seen };
}

/** The same where the robust means are known. */
export const filterMeans = (seen: WeekMeans, dynamics: LevelDynamics): LevelPath =>
  follow(seen, dynamics, () => {});

/** @param look asked for each week with loads before its mean is used, with what is expected of it. */
function follow(
  seen: WeekMeans,
  { prior, levelVariance, scatter, mixVariance }: LevelDynamics,
  look: (position: number, level: number, variance: number) => void,
): LevelPath {
  const square = scatter * scatter;
  const ahead: number[] = [];
  const aheadVariances: number[] = [];
  const means: number[] = [];
  const variances: number[] = [];
  let level = prior.mean;
  let variance = prior.variance - levelVariance;
  for (const [position, loads] of seen.loads.entries()) {
    variance += levelVariance;
    ahead.push(level);
    aheadVariances.push(variance);
    if (loads > 0) {
      look(position, level, variance);
      const weight = seen.weights[position] ?? 0;
      const gain = variance / (variance + square / weight + mixVariance);
      level += gain * ((seen.means[position] ?? 0) - level);
      // How sure the level is depends on how many loads there are, never on where they lie.
      variance -= (variance * variance) / (variance + square / loads + mixVariance);
    }
    means.push(level);
    variances.push(variance);
  }
  const lastVariance = variance;
  // Covariance of a week's level with the last week's, carried back by the gains.
  let together = variance;
  let changeVariance = 0;
  for (let back = 1; back < means.length; back++) {
    const position = means.length - 1 - back;
    const next = aheadVariances[position + 1] ?? 1;
    const own = variances[position] ?? 0;
    const gain = own / next;
    level = (means[position] ?? 0) + gain * (level - (ahead[position + 1] ?? 0));
    variance = own + gain * gain * (variance - next);
    means[position] = level;
    together *= gain;
    if (back <= TREND_WEEKS) changeVariance = Math.max(0, lastVariance + variance - 2 * together);
  }
  return { means, variance: lastVariance, slope: 0, slopeVariance: 0, changeVariance };
}
