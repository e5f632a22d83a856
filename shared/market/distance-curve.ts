import { STEPS } from './market-levels.ts';
import { weightAt } from './robust-mean.ts';
import type { WeekValues } from './week-values.ts';

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

/**
 * How an area's or a lane's rates bend with distance beside the nation's: the robust mean of the loads of each distance
 * step and its neighbours, drawn to 0 as far as they are few.
 * @param weeks loads relative to where they are expected before the curve, oldest first.
 */
export function distanceCurve(
  weeks: readonly WeekValues[],
  { flatLoads, kept, scatter, neighbours }: CurveTerms,
): readonly number[] {
  const sums = new Float64Array(STEPS);
  const weights = new Float64Array(STEPS);
  let recency = 1;
  for (let position = weeks.length - 1; position >= 0; position--) {
    const { values = [], counts = [], steps = [], from = 0, to = 0 } = weeks[position] ?? {};
    for (let entry = from; entry < to; entry++) {
      const off = values[entry] ?? 0;
      const step = steps[entry] ?? 0;
      const weight = recency * (counts[entry] ?? 0) * weightAt(off / scatter);
      sums[step] = (sums[step] ?? 0) + weight * off;
      weights[step] = (weights[step] ?? 0) + weight;
    }
    recency *= kept;
  }
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
