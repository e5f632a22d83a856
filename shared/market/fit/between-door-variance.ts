import type { FittedLoads, Groups } from './fit-loads.ts';

/** Number of loads at which a door's mean is half signal and half noise. */
const HALF_LOADS = 3;
/** Weight of the typical variance, in doors. */
const TYPICAL_DOORS = 40;
/** Larger means are clipped. */
const FARTHEST = 0.5;
const LEAST = 1 / 60;

/**
 * Variance between doors, as a ratio to the typical variance: that of their means less the part caused by the
 * scatter of loads. It is shrunk toward 1 if there are few doors.
 * @param level effects of area, lane and door on a load, which are added back to its unexplained part.
 * @param typical variance of a door relative to its freight market.
 */
export function betweenDoorVariance(
  { from, to, weeks, unexplained, weights, noise }: FittedLoads,
  { of, ids }: Groups,
  level: (position: number, week: number) => number,
  typical: number,
): number {
  const sums = new Float64Array(ids.size);
  const weighed = new Float64Array(ids.size);
  for (let position = from; position < to; position++) {
    const door = of[position] ?? -1;
    if (door < 0) continue;
    const weight = weights[position] ?? 0;
    sums[door] =
      (sums[door] ?? 0) + weight * ((unexplained[position] ?? 0) + level(position, weeks[position] ?? 0));
    weighed[door] = (weighed[door] ?? 0) + weight;
  }
  let variance = TYPICAL_DOORS * typical;
  let doors = TYPICAL_DOORS;
  for (const [door, weight] of weighed.entries()) {
    if (weight === 0) continue;
    const mean = Math.min(FARTHEST, Math.abs((sums[door] ?? 0) / weight));
    const reliability = weight / (weight + HALF_LOADS);
    variance += reliability * (mean * mean - noise / weight);
    doors += reliability;
  }
  return Math.max(LEAST, variance / doors / typical);
}
