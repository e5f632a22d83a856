import type { WeekValues } from '../cells/week-values.ts';

/** Degrees of freedom of Student's t, which defines the weights. */
const FREEDOM = 4;
const PASSES = 2;

/** Weight of a load by its deviation in scatters: 1 up to one scatter, then decreasing. */
export function weightAt(offInScatters: number): number {
  const square = offInScatters * offInScatters;
  // 2 x max(square, 1) = square + 1 + |square - 1|. It avoids a branch that the processor could not predict.
  return (2 * (FREEDOM + 1)) / (2 * FREEDOM + 1 + (square + Math.abs(square - 1)));
}

export interface RobustMean {
  readonly mean: number;
  /** Sum of the weights of its loads. */
  readonly weight: number;
  /** Center of the weights: loads up to one scatter from it have weight 1. */
  readonly centre: number;
}

/**
 * The robust mean of a week's loads.
 * @param week its position.
 * @param expected predicted mean.
 * @param pull weight of the prediction, in loads, so that a single outlier does not become its own center.
 */
export function robustMean(
  { values, counts, starts }: WeekValues,
  week: number,
  expected: number,
  pull: number,
  scatter: number,
): RobustMean {
  const from = starts[week] ?? 0;
  const to = starts[week + 1] ?? 0;
  const inverse = 1 / scatter;
  let centre = expected;
  let mean = expected;
  let weight = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    if (pass > 0) centre = (mean * weight + expected * pull) / (weight + pull);
    let sum = 0;
    weight = 0;
    for (let position = from; position < to; position++) {
      const value = values[position] ?? 0;
      const counted = (counts[position] ?? 0) * weightAt((value - centre) * inverse);
      sum += counted * value;
      weight += counted;
    }
    mean = sum / weight;
  }
  return { mean, weight, centre };
}
