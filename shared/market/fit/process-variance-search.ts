import type { FittedLoads, Groups } from './fit-loads.ts';

/** How a wandering level is taken to move: its variance before any load is seen, and what a week adds. */
export interface ProcessVariance {
  readonly variance: number;
  readonly weekly: number;
}

/** What a week's variance is tried times and by, and how far it goes at a step and from what is usual. */
const TRIED = 4;
const STEP = 1 / 3;
const FARTHEST = 100;
/** How clearly better a pace must be, a logarithm of likelihoods, and the part of it that is left after a week. */
const CLEAR = 3;
const KEPT = 0.95;
/** Student's t with so many degrees of freedom says how likely loads are. */
const FREEDOM = 4;

/**
 * Whether a level would have been expected better by a quicker or a slower pace. Expectations are noted before loads
 * come, and held against them after: what was fitted to the same loads would always ask for less.
 */
export class ProcessVarianceSearch {
  #week: number | undefined;
  readonly #paces = [TRIED, 1 / TRIED].map((factor) => ({
    factor,
    /** Of each group: where it would be expected, beside where it is. */
    beside: new Float64Array(0),
    better: 0,
  }));

  /** Notes what would be expected of a week. */
  expect(
    week: number,
    groups: number,
    { variance, weekly }: ProcessVariance,
    levels: (id: number, pace: ProcessVariance) => { readonly own: number; readonly tried: number },
  ): void {
    this.#week = week;
    for (const pace of this.#paces) {
      pace.beside = new Float64Array(groups);
      for (let id = 0; id < groups; id++) {
        const { own, tried } = levels(id, { variance, weekly: weekly * pace.factor });
        pace.beside[id] = tried - own;
      }
    }
  }

  /** @returns the pace from now on, by loads that came since. */
  judge(
    { from, to, weeks, counts, off, noise }: FittedLoads,
    { of }: Groups,
    now: ProcessVariance,
    usual: ProcessVariance,
  ): ProcessVariance {
    for (const pace of this.#paces) pace.better *= KEPT;
    for (let position = from; position < to; position++) {
      const id = of[position] ?? -1;
      if (id < 0 || weeks[position] !== this.#week) continue;
      const own = FREEDOM * noise + (off[position] ?? 0) ** 2;
      for (const pace of this.#paces) {
        const tried = FREEDOM * noise + ((off[position] ?? 0) - (pace.beside[id] ?? 0)) ** 2;
        pace.better += ((counts[position] ?? 0) * (FREEDOM + 1) * Math.log(own / tried)) / 2;
      }
    }
    for (const { better, factor } of this.#paces) {
      const weekly = now.weekly * factor ** STEP;
      const far = Math.max(weekly / usual.weekly, usual.weekly / weekly);
      if (better < CLEAR || far > FARTHEST) continue;
      for (const pace of this.#paces) pace.better = 0;
      return { ...now, weekly };
    }
    return now;
  }
}
