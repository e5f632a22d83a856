import type { WeekValues } from '../cells/week-values.ts';
import { STEPS } from '../loads/market-levels.ts';
import { weightAt } from './robust-mean.ts';

export interface CurveTerms {
  /** Weight of a flat curve, in loads. */
  readonly flatLoads: number;
  /** Part of a load's weight that is left after a week. */
  readonly kept: number;
  /** Scatter of single loads. */
  readonly scatter: number;
  /** Weight of loads of the same step, of the next step on either side, and so on. */
  readonly neighbours: readonly number[];
}

/** For each distance step, the weighted sum of its loads' deviations, and the sum of weights. */
export interface StepSums {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
}

/**
 * Sums loads by distance step, with robust weights that decay by week.
 * @param weeks the loads.
 * @param means expected level of each week before the curve.
 */
export function stepSums(
  { values, counts, steps, starts, loads }: WeekValues,
  means: readonly number[],
  { kept, scatter }: CurveTerms,
): StepSums {
  const sums = new Float64Array(STEPS);
  const weights = new Float64Array(STEPS);
  let recency = 1;
  // Loads of a step are adjacent: they are summed in local variables, and stored when the step changes.
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
 * Curve of an area's or a lane's rates by distance, relative to the nation's. It is the robust mean of each
 * distance step and its neighbors, shrunk toward 0 if they have few loads.
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
