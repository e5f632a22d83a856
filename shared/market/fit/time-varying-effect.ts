import type { WeekValues } from '../cells/week-values.ts';
import { filterLevel, type LevelDynamics, type LevelPath } from '../model/level-filter.ts';
import { LOOKBACK_WEEKS } from '../model/market-parameters.ts';
import { type FittedLoads, Groups, grown } from './fit-loads.ts';

/** How a time-varying level moves: its variance before any load, and the variance that each week adds. */
interface ProcessVariance {
  readonly prior: number;
  readonly weekly: number;
}

/** The two candidates are the weekly variance times and divided by this factor. */
const CANDIDATE_FACTOR = 4;
/** Exponent of the factor that is applied when a candidate is clearly better. */
const STEP = 1 / 3;
/** Largest ratio between the learned and the typical weekly variance, in both directions. */
const MAX_RATIO = 100;
/** Gain in log-likelihood from which a candidate is clearly better, and the part of a gain that is left after a week. */
const CLEAR_GAIN = 3;
const KEPT = 0.95;
/** Degrees of freedom of Student's t, the likelihood of loads. */
const FREEDOM = 4;

/**
 * Whether a larger or a smaller process variance would have predicted a level better. Predictions are recorded before the
 * loads arrive and compared with them afterward: the loads that were fitted would always ask for a smaller variance.
 */
class ProcessVarianceSearch {
  #week: number | undefined;
  readonly #candidates = [CANDIDATE_FACTOR, 1 / CANDIDATE_FACTOR].map((factor) => ({
    factor,
    /** By group: the candidate's prediction less the current one. */
    differences: new Float64Array(0),
    gain: 0,
  }));

  /** Records what each candidate predicts for a week. */
  record(
    week: number,
    groups: number,
    { prior, weekly }: ProcessVariance,
    predict: (id: number, candidate: ProcessVariance) => { readonly current: number; readonly tried: number },
  ): void {
    this.#week = week;
    for (const candidate of this.#candidates) {
      candidate.differences = new Float64Array(groups);
      for (let id = 0; id < groups; id++) {
        const { current, tried } = predict(id, { prior, weekly: weekly * candidate.factor });
        candidate.differences[id] = tried - current;
      }
    }
  }

  /** @returns the process variance from now on, by the loads of the recorded week. */
  update(
    { from, to, weeks, counts, unexplained, noise }: FittedLoads,
    { of }: Groups,
    now: ProcessVariance,
    typical: ProcessVariance,
  ): ProcessVariance {
    for (const candidate of this.#candidates) candidate.gain *= KEPT;
    for (let position = from; position < to; position++) {
      const id = of[position] ?? -1;
      if (id < 0 || weeks[position] !== this.#week) continue;
      const current = FREEDOM * noise + (unexplained[position] ?? 0) ** 2;
      for (const candidate of this.#candidates) {
        const tried =
          FREEDOM * noise + ((unexplained[position] ?? 0) - (candidate.differences[id] ?? 0)) ** 2;
        candidate.gain += ((counts[position] ?? 0) * (FREEDOM + 1) * Math.log(current / tried)) / 2;
      }
    }
    for (const { gain, factor } of this.#candidates) {
      const weekly = now.weekly * factor ** STEP;
      const ratio = Math.max(weekly / typical.weekly, typical.weekly / weekly);
      if (gain < CLEAR_GAIN || ratio > MAX_RATIO) continue;
      for (const candidate of this.#candidates) candidate.gain = 0;
      return { ...now, weekly };
    }
    return now;
  }
}

/** Filtered weeks: the lookback and the requested week. */
const WEEKS = LOOKBACK_WEEKS + 1;

/** An effect that changes from week to week: a path for each group, and a learned process variance. */
export class TimeVaryingEffect {
  readonly groups = new Groups();
  readonly typical: ProcessVariance;
  /** The current process variance. */
  processVariance: ProcessVariance;
  readonly #search = new ProcessVarianceSearch();
  /** For each group a ring buffer of weeks: level, mean of loads, sum of weights, number of loads. */
  #levels = new Float64Array(0);
  #means = new Float64Array(0);
  #weights = new Float64Array(0);
  #counts = new Float64Array(0);
  #week: number | undefined;
  /** Level and variance of each week of the last `#filter`. */
  readonly #filtered = new Float64Array(WEEKS);
  readonly #variances = new Float64Array(WEEKS);

  /**
   * @param deviation before any load.
   * @param weekly deviation that each week adds.
   */
  constructor(deviation: number, weekly: number) {
    this.typical = { prior: deviation * deviation, weekly: weekly * weekly };
    this.processVariance = this.typical;
  }

  /** Makes room for new groups; a new week starts with the level of the week before. */
  prepare(week: number): void {
    const { size } = this.groups.ids;
    if (size * WEEKS > this.#levels.length) {
      const room = 2 * size * WEEKS;
      this.#levels = grown(this.#levels, room);
      this.#means = new Float64Array(room);
      this.#weights = new Float64Array(room);
      this.#counts = new Float64Array(room);
    }
    for (let next = (this.#week ?? week) + 1; next <= week; next++) {
      for (let id = 0; id < size; id++) {
        this.#levels[ringAt(id, next)] = this.#levels[ringAt(id, next - 1)] ?? 0;
      }
    }
    this.#week = week;
  }

  /** The effect on a load. */
  at(position: number, week: number): number {
    return this.#levels[ringAt(this.groups.of[position] ?? -1, week)] ?? 0;
  }

  /** Fits each group's path to its loads less all other effects. */
  fit(loads: FittedLoads): void {
    this.addBack(loads);
    for (let id = 0; id < this.groups.ids.size; id++) this.#smooth(id, loads);
    this.subtract(loads);
  }

  /** Adds the effect back to the unexplained part of loads, and computes weekly means. */
  addBack({ from, to, weeks, counts, unexplained, weights }: FittedLoads): void {
    const { of, ids } = this.groups;
    const size = ids.size * WEEKS;
    const means = this.#means.fill(0, 0, size);
    const weighed = this.#weights.fill(0, 0, size);
    const counted = this.#counts.fill(0, 0, size);
    for (let position = from; position < to; position++) {
      const id = of[position] ?? -1;
      if (id < 0) continue;
      const at = ringAt(id, weeks[position] ?? 0);
      const weight = weights[position] ?? 0;
      const whole = (unexplained[position] ?? 0) + (this.#levels[at] ?? 0);
      unexplained[position] = whole;
      means[at] = (means[at] ?? 0) + weight * whole;
      weighed[at] = (weighed[at] ?? 0) + weight;
      counted[at] = (counted[at] ?? 0) + (counts[position] ?? 0);
    }
    for (let at = 0; at < size; at++) {
      const weight = weighed[at] ?? 0;
      if (weight > 0) means[at] = (means[at] ?? 0) / weight;
    }
  }

  /** Subtracts the effect again. */
  subtract({ from, to, weeks, unexplained }: FittedLoads): void {
    const { of } = this.groups;
    for (let position = from; position < to; position++) {
      const id = of[position] ?? -1;
      if (id < 0) continue;
      unexplained[position] =
        (unexplained[position] ?? 0) - (this.#levels[ringAt(id, weeks[position] ?? 0)] ?? 0);
    }
  }

  /**
   * Kalman filter of a group's level up to a week. The variance depends on the weights of loads, and in `filterLevel`
   * on their number: a step shared with it would change results.
   */
  #filter(id: number, week: number, noise: number, { prior, weekly }: ProcessVariance): number {
    const [means, weights, filtered, variances] = [
      this.#means,
      this.#weights,
      this.#filtered,
      this.#variances,
    ];
    const start = week - LOOKBACK_WEEKS;
    let level = 0;
    let variance = prior;
    for (let passed = 0; passed < WEEKS; passed++) {
      if (passed > 0) variance += weekly;
      const at = ringAt(id, start + passed);
      const weight = weights[at] ?? 0;
      if (weight > 0) {
        const gain = variance / (variance + noise / weight);
        level += gain * ((means[at] ?? 0) - level);
        variance *= 1 - gain;
      }
      filtered[passed] = level;
      variances[passed] = variance;
    }
    return level;
  }

  /** Filters a group's path and smooths it backward (Rauch, Tung, Striebel). */
  #smooth(id: number, { week, noise }: FittedLoads): void {
    const { weekly } = this.processVariance;
    let level = this.#filter(id, week, noise, this.processVariance);
    this.#levels[ringAt(id, week)] = level;
    for (let back = 1; back < WEEKS; back++) {
      const filtered = this.#filtered[LOOKBACK_WEEKS - back] ?? 0;
      const variance = this.#variances[LOOKBACK_WEEKS - back] ?? 0;
      // Part of the next week's change that also applies to this week.
      level = filtered + (variance / (variance + weekly)) * (level - filtered);
      this.#levels[ringAt(id, week - back)] = level;
    }
  }

  /** Filters a group with other dynamics, from the means of the last `addBack`. */
  path(
    group: string,
    week: number,
    dynamics: LevelDynamics,
    filter: (weeks: WeekValues, dynamics: LevelDynamics) => LevelPath = filterLevel,
  ): LevelPath {
    const id = this.groups.find(group);
    const ofWeeks = (ring: Float64Array): Float64Array =>
      Float64Array.from(
        { length: WEEKS },
        (_, passed) => ring[ringAt(id, week - LOOKBACK_WEEKS + passed)] ?? 0,
      );
    const weeks = {
      values: ofWeeks(this.#means),
      counts: ofWeeks(this.#weights),
      steps: new Uint8Array(WEEKS),
      starts: Int32Array.from({ length: WEEKS + 1 }, (_, passed) => passed),
      loads: ofWeeks(this.#counts),
    };
    return filter(weeks, dynamics);
  }

  /** Sets the path of a group. */
  setPath(group: string, week: number, { means }: LevelPath): void {
    const id = this.groups.find(group);
    if (id < 0) return;
    for (const [passed, mean] of means.entries()) {
      this.#levels[ringAt(id, week - LOOKBACK_WEEKS + passed)] = mean;
    }
  }

  /** Records what other process variances predict for the week. */
  searchProcessVariances({ week, noise }: FittedLoads): void {
    this.#search.record(week, this.groups.ids.size, this.processVariance, (id, candidate) => ({
      current: this.#levels[ringAt(id, week)] ?? 0,
      tried: this.#filter(id, week, noise, candidate),
    }));
  }

  /** Changes the process variance if another one predicted the new loads clearly better. */
  learnProcessVariance(arrived: FittedLoads): void {
    this.processVariance = this.#search.update(arrived, this.groups, this.processVariance, this.typical);
  }
}

/** Index of a group's week in the ring buffers; negative if there is no such group. */
const ringAt = (id: number, week: number): number => id * WEEKS + (id < 0 ? 0 : week % WEEKS);
