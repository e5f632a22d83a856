import { bandOf, residualOf, type Slots } from './market-cell.ts';

/** The level above in a week, for loads of a band: residuals are taken relative to it. */
export type LevelAbove = (week: number, band: number) => number;

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

/** A level in every week from `from` on. */
export interface LevelPath {
  readonly from: number;
  /** By all weeks, the later ones too. */
  readonly means: readonly number[];
  readonly variances: readonly number[];
  /** Change from the week before that is expected to go on, in part. */
  readonly slope: number;
  readonly slopeVariance: number;
  /** How unsure the change over the last `TREND_WEEKS` is. */
  readonly changeVariance: number;
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

/** Student's t with so many degrees of freedom says how far a load may lie before it counts less. */
const FREEDOM = 4;
const PASSES = 2;

/** How much a load that lies so many scatters off counts: 1 near the level, ever less beyond two. */
export const weightAt = (offInScatters: number): number =>
  Math.min(1, (FREEDOM + 1) / (FREEDOM + offInScatters ** 2));

/** The robust mean of a week around an expected level, and the loads it is worth. */
function robustMean(
  slots: Slots,
  above: (band: number) => number,
  expected: number,
  pull: number,
  scatter: number,
): { mean: number; weight: number; loads: number } {
  const values: number[] = [];
  const counts: number[] = [];
  let loads = 0;
  for (const [slot, count] of slots) {
    values.push(residualOf(slot) - above(bandOf(slot)));
    counts.push(count);
    loads += count;
  }
  let centre = expected;
  let mean = expected;
  let weight = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    let sum = 0;
    weight = 0;
    for (let position = 0; position < values.length; position++) {
      const value = values[position] ?? 0;
      const counted = (counts[position] ?? 0) * weightAt((value - centre) / scatter);
      sum += counted * value;
      weight += counted;
    }
    mean = sum / weight;
    // The expectation is evidence too: a lone stray load does not define its own centre.
    centre = (mean * weight + expected * pull) / (weight + pull);
  }
  return { mean, weight, loads };
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
  slots: Slots,
  above: (band: number) => number,
  dynamics: LevelDynamics,
): State {
  const { scatter, mixVariance } = dynamics;
  const pull = (scatter * scatter) / (prior.ll + 1e-9);
  const { mean, weight, loads } = robustMean(slots, above, prior.level, pull, scatter);
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
 * (Rauch, Tung, Striebel). Only what lies in the weeks `from` to `to` counts; the last week is predicted where it has no
 * loads.
 * @param slotsOf the loads of a week.
 */
export function followLevel(
  { from, to }: { from: number; to: number },
  slotsOf: (week: number) => Slots | undefined,
  above: LevelAbove,
  dynamics: LevelDynamics,
): LevelPath {
  const before: State[] = [];
  const after: State[] = [];
  let state: State = { level: dynamics.prior.mean, slope: 0, ll: dynamics.prior.variance, ls: 0, ss: 0 };
  for (let week = from; week <= to; week++) {
    const prior = week === from ? state : predicted(state, dynamics);
    const slots = slotsOf(week);
    state =
      slots === undefined || slots.size === 0
        ? prior
        : updated(prior, slots, (band) => above(week, band), dynamics);
    before.push(prior);
    after.push(state);
  }
  return { from, ...smoothed(before, after, dynamics), slope: state.slope, slopeVariance: state.ss };
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
