import type { WeekValues } from '../cells/week-values.ts';
import { STEPS } from '../loads/market-levels.ts';
import { weightAt } from './robust-mean.ts';

export interface CurveTerms {
  /** Loads that a flat curve is worth. */
  readonly flatLoads: number;
  /** Part of a load's weight that is left after a week. */
  readonly kept: number;
  /** Scatter of single loads. */
  readonly scatter: number;
  /** What loads of a step say of the same step, of the next on either side, and so on. */
  readonly neighbours: readonly number[];
}

/** What loads say of each distance step: how far off they lie together, and what they weigh. */
export interface StepSums {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
}

/**
 * Sums up loads by distance step, each with a robust weight that fades with the weeks.
 * @param weeks the loads, and `means` where those of each week are expected before the curve.
 */
export function stepSums(
  { values, counts, steps, starts, loads }: WeekValues,
  means: readonly number[],
  { kept, scatter }: CurveTerms,
): StepSums {
  const sums = new Float64Array(STEPS);
  const weights = new Float64Array(STEPS);
  let recency = 1;
  // Loads of a step are neighbours: they are summed up aside, and kept where another step comes.
  let step = 0;
  let sum = 0;
  let weight = 0;
  const inverse = 1 / scatter;
  for (let position = loads.length - 1; position >= 0; position--) {
    const mean = means[position] ?? 0;
    const to = starts[position + 1] ?? 0;
    for (let entry = starts[position] ?? 0; entry < to; entry++) {
      const off = (values[entry] ?? 0) - mean;
      if (steps[entry] !== step) {
        sums[step] = sum;
        weights[step] = weight;
        step = steps[entry] ?? 0;
        sum = sums[step] ?? 0;
        weight = weights[step] ?? 0;
      }
      const counted = recency * (counts[entry] ?? 0) * weightAt(off * inverse);
      sum += counted * off;
      weight += counted;
    }
    recency *= kept;
  }
  sums[step] = sum;
  weights[step] = weight;
  return { sums, weights };
}

/**
 * How an area's or a lane's rates bend with distance beside the nation's: the robust mean of the loads of each distance
 * step and its neighbours, drawn to 0 as far as they are few.
 */
export function distanceCurve(
  { sums, weights }: StepSums,
  { flatLoads, neighbours }: CurveTerms,
): readonly number[] {
  const reach = neighbours.length - 1;
  return Array.from(sums, (_, step) => {
    let sum = 0;
    let weight = flatLoads;
    for (let other = Math.max(0, step - reach); other <= Math.min(STEPS - 1, step + reach); other++) {
      const said = neighbours[Math.abs(other - step)] ?? 0;
      sum += said * (sums[other] ?? 0);
      weight += said * (weights[other] ?? 0);
    }
    return sum / weight;
  });
}
