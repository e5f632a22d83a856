import type { FittedLoads, Groups } from './fit-loads.ts';

/** How a time-varying level moves: its variance before any load, and the variance that each week adds. */
export interface ProcessVariance {
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
export class ProcessVarianceSearch {
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
