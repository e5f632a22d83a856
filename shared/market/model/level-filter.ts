import type { WeekValues } from '../cells/week-values.ts';
import { robustMean } from './robust-mean.ts';

/** How a level changes and its loads scatter; natural logarithms, per week. */
export interface LevelDynamics {
  /** Mean and variance before any load, relative to the level above. */
  readonly prior: { readonly mean: number; readonly variance: number };
  /** Variance that each week adds to the level. */
  readonly levelVariance: number;
  /** Variance that each week adds to the slope, and the part of the slope that is kept; 0 without a slope. */
  readonly slopeVariance: number;
  readonly slopeKept: number;
  /** Scatter of single loads around the level. */
  readonly scatter: number;
  /** Variance of a week's mean that more loads do not reduce, because the same lanes occur again. */
  readonly mixVariance: number;
}

/** A smoothed level in every week, oldest first. */
export interface LevelPath {
  /** Estimated from all weeks, including later ones. */
  readonly means: readonly number[];
  /** Variance of the last week's level. */
  readonly variance: number;
  /** Expected further change, of which a part is kept each week. */
  readonly slope: number;
  readonly slopeVariance: number;
  /** Variance of the change over the last `TREND_WEEKS`. */
  readonly changeVariance: number;
}

/** Robust means by week; undefined values in weeks without loads. */
export interface WeekMeans {
  readonly loads: Float64Array;
  /** See `RobustMean`. */
  readonly means: Float64Array;
  readonly weights: Float64Array;
  readonly centres: Float64Array;
}

/** A level and the weekly means that it was filtered from. */
export interface FilteredLevel extends LevelPath {
  readonly weekMeans: WeekMeans;
}

/** Weeks of a trend. */
export const TREND_WEEKS = 4;

/**
 * Filters a level without a slope by a Kalman filter with robust weekly means, and smooths it backward (Rauch,
 * Tung, Striebel). A week without loads is predicted.
 * @param weeks the loads of each week relative to the level above.
 */
export function filterLevel(weeks: WeekValues, dynamics: LevelDynamics): FilteredLevel {
  const { loads } = weeks;
  const { length } = loads;
  const weekMeans: WeekMeans = {
    loads,
    means: new Float64Array(length),
    weights: new Float64Array(length),
    centres: new Float64Array(length),
  };
  const { scatter } = dynamics;
  const path = filterWeeks(weekMeans, dynamics, (position, level, variance) => {
    const pull = (scatter * scatter) / (variance + 1e-9);
    const { mean, weight, centre } = robustMean(weeks, position, level, pull, scatter);
    weekMeans.means[position] = mean;
    weekMeans.weights[position] = weight;
    weekMeans.centres[position] = centre;
  });
  return { ...path, weekMeans };
}

/** The same with known robust means. */
export const filterMeans = (weekMeans: WeekMeans, dynamics: LevelDynamics): LevelPath =>
  filterWeeks(weekMeans, dynamics, () => {});

/** @param computeMean called with the prediction for each week with loads, before the week's mean is used. */
function filterWeeks(
  weekMeans: WeekMeans,
  { prior, levelVariance, scatter, mixVariance }: LevelDynamics,
  computeMean: (position: number, level: number, variance: number) => void,
): LevelPath {
  const square = scatter * scatter;
  const means: number[] = [];
  const variances: number[] = [];
  let level = prior.mean;
  let variance = prior.variance - levelVariance;
  for (const [position, loads] of weekMeans.loads.entries()) {
    variance += levelVariance;
    if (loads > 0) {
      computeMean(position, level, variance);
      const weight = weekMeans.weights[position] ?? 0;
      const gain = variance / (variance + square / weight + mixVariance);
      level += gain * ((weekMeans.means[position] ?? 0) - level);
      // The variance depends on the number of loads, never on their values.
      variance -= (variance * variance) / (variance + square / loads + mixVariance);
    }
    means.push(level);
    variances.push(variance);
  }
  const lastVariance = variance;
  // Covariance of a week's level and the last week's, carried back by the gains.
  let covariance = variance;
  let changeVariance = 0;
  for (let back = 1; back < means.length; back++) {
    const position = means.length - 1 - back;
    const filtered = means[position] ?? 0;
    const own = variances[position] ?? 0;
    const next = own + levelVariance;
    const gain = own / next;
    level = filtered + gain * (level - filtered);
    variance = own + gain * gain * (variance - next);
    means[position] = level;
    covariance *= gain;
    if (back <= TREND_WEEKS) changeVariance = Math.max(0, lastVariance + variance - 2 * covariance);
  }
  return { means, variance: lastVariance, slope: 0, slopeVariance: 0, changeVariance };
}
