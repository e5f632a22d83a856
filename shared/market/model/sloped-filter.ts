import type { WeekValues } from '../cells/week-values.ts';
import { type LevelDynamics, type LevelPath, TREND_WEEKS } from './level-filter.ts';
import { robustMean } from './robust-mean.ts';

interface State {
  readonly level: number;
  readonly slope: number;
  /** Variance of the level, covariance of level and slope, variance of the slope. */
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
  weeks: WeekValues,
  position: number,
  { scatter, mixVariance }: LevelDynamics,
): State {
  const pull = (scatter * scatter) / (prior.ll + 1e-9);
  const { mean, weight } = robustMean(weeks, position, prior.level, pull, scatter);
  const innovation = mean - prior.level;
  const meanNoise = (scatter * scatter) / weight + mixVariance;
  // The variance depends on the number of loads, never on their values.
  const noise = (scatter * scatter) / (weeks.loads[position] ?? 0) + mixVariance;
  const sure = 1 / (prior.ll + noise);
  return {
    level: prior.level + (prior.ll / (prior.ll + meanNoise)) * innovation,
    slope: prior.slope + (prior.ls / (prior.ll + meanNoise)) * innovation,
    ll: prior.ll - prior.ll * prior.ll * sure,
    ls: prior.ls - prior.ls * prior.ll * sure,
    ss: prior.ss - prior.ls * prior.ls * sure,
  };
}

/** As `filterLevel`, for a level with a decaying slope: the nation's. */
export function filterSlopedLevel(weeks: WeekValues, dynamics: LevelDynamics): LevelPath {
  const before: State[] = [];
  const after: State[] = [];
  let state: State = {
    level: dynamics.prior.mean,
    slope: 0,
    ll: dynamics.prior.variance,
    ls: 0,
    ss: 0,
  };
  for (let position = 0; position < weeks.loads.length; position++) {
    const prior = position === 0 ? state : predicted(state, dynamics);
    state = weeks.loads[position] === 0 ? prior : updated(prior, weeks, position, dynamics);
    before.push(prior);
    after.push(state);
  }
  return { ...smoothed(before, after, dynamics), slope: state.slope, slopeVariance: state.ss };
}

function smoothed(
  before: readonly State[],
  after: readonly State[],
  { slopeKept: kept }: LevelDynamics,
): Pick<LevelPath, 'means' | 'variance' | 'changeVariance'> {
  const last = after.length - 1;
  const means = after.map(({ level }) => level);
  const variance = after[last]?.ll ?? 0;
  let level = after[last]?.level ?? 0;
  let slope = after[last]?.slope ?? 0;
  let ll = after[last]?.ll ?? 0;
  let ls = after[last]?.ls ?? 0;
  let ss = after[last]?.ss ?? 0;
  // Covariances of a week's level and slope with the last week's level, carried back by the gains.
  let withLevel = ll;
  let withSlope = ls;
  let changeVariance = 0;
  for (let position = last - 1; position >= 0; position--) {
    const now = after[position];
    const next = before[position + 1];
    if (now === undefined || next === undefined) break;
    // Gain = current covariance x transposed transition x inverse of the next predicted covariance.
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
    if (last - position > TREND_WEEKS) continue;
    [withLevel, withSlope] = [g11 * withLevel + g12 * withSlope, g21 * withLevel + g22 * withSlope];
    changeVariance = Math.max(0, variance + ll - 2 * withLevel);
  }
  return { means, variance, changeVariance };
}
