import type { WeekValues } from '../cells/week-values.ts';

/** Student's t with so many degrees of freedom says how far a load may lie before it counts less. */
const FREEDOM = 4;
const PASSES = 2;

/** How much a load that lies so many scatters off counts: 1 near the level, ever less beyond one. */
export function weightAt(offInScatters: number): number {
  const square = offInScatters * offInScatters;
  // Twice max(square, 1) is the sum of both and of their distance. No branch: which way it went would be as good as random.
  return (2 * (FREEDOM + 1)) / (2 * FREEDOM + 1 + (square + Math.abs(square - 1)));
}

export interface RobustMean {
  readonly mean: number;
  /** The loads it is worth. */
  readonly weight: number;
  /** Where loads were looked at from: at a scatter or less from there they count whole. */
  readonly centre: number;
}

/**
 * The robust mean of the loads of a week (by its position).
 * @param expected where they are expected, and `pull` the loads that this is worth: a lone stray load does not define
 * its own centre.
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
