import type { FittedLoads, Groups } from './fit-loads.ts';

/** Loads from which a door's mean says about as much of the door as of its loads' luck. */
const HALF_LOADS = 3;
/** Doors that the typical spread is worth. */
const TYPICAL_DOORS = 40;
/** A door further unexplained than this says no more. */
const FARTHEST = 0.5;
const LEAST = 1 / 60;

/**
 * How far apart doors lie beside what is typical, as a ratio of variances: that of their means, less what their loads'
 * scatter makes of it, drawn to 1 as far as doors are few.
 * @param level what the effects of area, lane and door say of a load: put back to where it lies unexplained.
 * @param typical variance of a door beside its freight market.
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
