import { robustMean } from './robust-mean.ts';
import type { WeekValues } from './week-values.ts';

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
  readonly variances: readonly number[];
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
export interface FollowedLevel extends LevelPath {
  readonly seen: WeekMeans;
}

/** Weeks that a trend is told over. */
export const TREND_WEEKS = 4;

interface State {
  readonly level: number;
  readonly slope: number;
  /** Covariance: level, both, slope. */
  readonly ll: number;
  readonly ls: number;
  readonly ss: number;
}

const predicted = (state: State, dynamics: LevelDynamics): State => {
  const { slopeKept: kept } = dynamics;
  const ss = kept * kept * state.ss + dynamics.slopeVariance;
  const cross = kept * state.ls + ss;
  return {
    level: state.level + kept * state.slope,
    slope: kept * state.slope,
    ll:
      state.ll +
      2 * kept * state.ls +
      kept * kept * state.ss +
      dynamics.slopeVariance +
      dynamics.levelVariance,
    ls: cross,
    ss,
  };
};

function updated(
  prior: State,
  mean: number,
  weight: number,
  loads: number,
  { scatter, mixVariance }: LevelDynamics,
): State {
  const surprise = mean - prior.level;
  const meanNoise = (scatter * scatter) / weight + mixVariance;
  // How sure the level is depends on how many loads there are, never on where they lie.
  const noise = (scatter * scatter) / loads + mixVariance;
  const sure = 1 / (prior.ll + noise);
  return {
    level: prior.level + (prior.ll / (prior.ll + meanNoise)) * surprise,
    slope: prior.slope + (prior.ls / (prior.ll + meanNoise)) * surprise,
    ll: prior.ll - prior.ll * prior.ll * sure,
    ls: prior.ls - prior.ls * prior.ll * sure,
    ss: prior.ss - prior.ls * prior.ls * sure,
  };
}

/**
 * Follows a level through the weeks by a Kalman filter with robust weekly means, and smooths it backward
 * (Rauch, Tung, Striebel). The last week is predicted where it has no loads.
 * @param weeks the loads of each week relative to the level above.
 */
export function followLevel(weeks: WeekValues, dynamics: LevelDynamics): FollowedLevel {
  const { loads } = weeks;
  const { length } = loads;
  const seen: WeekMeans = {
    loads,
    means: new Float64Array(length),
    weights: new Float64Array(length),
    centres: new Float64Array(length),
  };
  const { scatter } = dynamics;
  const path = follow(seen, dynamics, (position, { level, ll }) => {
    const pull = (scatter * scatter) / (ll + 1e-9);
    const { mean, weight, centre } = robustMean(weeks, position, level, pull, scatter);
    seen.means[position] = mean;
    seen.weights[position] = weight;
    seen.centres[position] = centre;
  });
  return { ...path, seen };
}

/** The same where the robust means are known. */
export const followMeans = (seen: WeekMeans, dynamics: LevelDynamics): LevelPath =>
  follow(seen, dynamics, () => {});

/** @param look asked for each week with loads before its mean is used. */
function follow(
  { loads, means, weights }: WeekMeans,
  dynamics: LevelDynamics,
  look: (position: number, prior: State) => void,
): LevelPath {
  const before: State[] = [];
  const after: State[] = [];
  let state: State = {
    level: dynamics.prior.mean,
    slope: 0,
    ll: dynamics.prior.variance,
    ls: 0,
    ss: 0,
  };
  for (const [position, ofWeek] of loads.entries()) {
    const prior = position === 0 ? state : predicted(state, dynamics);
    state = prior;
    if (ofWeek > 0) {
      look(position, prior);
      state = updated(prior, means[position] ?? 0, weights[position] ?? 0, ofWeek, dynamics);
    }
    before.push(prior);
    after.push(state);
  }
  return { ...smoothed(before, after, dynamics), slope: state.slope, slopeVariance: state.ss };
}

function smoothed(
  before: readonly State[],
  after: readonly State[],
  { slopeKept: kept }: LevelDynamics,
): Pick<LevelPath, 'means' | 'variances' | 'changeVariance'> {
  const last = after.length - 1;
  const means = after.map(({ level }) => level);
  const variances = after.map(({ ll }) => ll);
  let level = after[last]?.level ?? 0;
  let slope = after[last]?.slope ?? 0;
  let ll = after[last]?.ll ?? 0;
  let ls = after[last]?.ls ?? 0;
  let ss = after[last]?.ss ?? 0;
  // Covariance of the level and the slope of a week with the last week's level, carried back by the gains.
  let withLevel = ll;
  let withSlope = ls;
  let changeVariance = 0;
  for (let position = last - 1; position >= 0; position--) {
    const now = after[position];
    const next = before[position + 1];
    if (now === undefined || next === undefined) break;
    // Gain = covariance now x transition' x inverse covariance of what was expected next.
    const a = now.ll + kept * now.ls;
    const b = kept * now.ls;
    const c = now.ls + kept * now.ss;
    const d = kept * now.ss;
    const flat = next.ss < 1e-15;
    const determinant = flat ? next.ll : next.ll * next.ss - next.ls * next.ls;
    const g11 = flat ? a / determinant : (a * next.ss - b * next.ls) / determinant;
    const g12 = flat ? 0 : (b * next.ll - a * next.ls) / determinant;
    const g21 = flat ? 0 : (c * next.ss - d * next.ls) / determinant;
    const g22 = flat ? 0 : (d * next.ll - c * next.ls) / determinant;
    const dl = level - next.level;
    const ds = slope - next.slope;
    const vll = ll - next.ll;
    const vls = ls - next.ls;
    const vss = ss - next.ss;
    level = now.level + g11 * dl + g12 * ds;
    slope = now.slope + g21 * dl + g22 * ds;
    ll = now.ll + g11 * g11 * vll + 2 * g11 * g12 * vls + g12 * g12 * vss;
    ls = now.ls + g11 * (g21 * vll + g22 * vls) + g12 * (g21 * vls + g22 * vss);
    ss = now.ss + g21 * g21 * vll + 2 * g21 * g22 * vls + g22 * g22 * vss;
    means[position] = level;
    variances[position] = ll;
    if (last - position > TREND_WEEKS) continue;
    [withLevel, withSlope] = [g11 * withLevel + g12 * withSlope, g21 * withLevel + g22 * withSlope];
    changeVariance = Math.max(0, (variances[last] ?? 0) + ll - 2 * withLevel);
  }
  return { means, variances, changeVariance };
}
