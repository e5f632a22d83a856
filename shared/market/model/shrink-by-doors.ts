import type { LevelDynamics, LevelPath } from './level-filter.ts';

/** Inputs of the shrinkage of a level toward the level above. */
export interface ShrinkageTerms {
  readonly dynamics: LevelDynamics;
  /** Variance of doors around the level. */
  readonly doorVariance: number;
}

/**
 * Part of an area's own level that counts, 0 to 1: v / (v + d x h).
 * v is the level's prior variance, d the variance of doors, and h the sum of squared shares of the distance steps
 * in its loads. Loads of one distance step count as one door: however many there are, they say little about the
 * area's other doors.
 * @param stepLoads loads by distance step.
 */
function partOfArea(stepLoads: Float64Array, { dynamics, doorVariance }: ShrinkageTerms): number {
  let loads = 0;
  let squares = 0;
  for (const ofStep of stepLoads) {
    loads += ofStep;
    squares += ofStep * ofStep;
  }
  if (loads === 0) return 0;
  const { variance } = dynamics.prior;
  return variance / (variance + (doorVariance * squares) / (loads * loads));
}

/** Shrinks a level toward the level above if its loads are of few doors; its variance grows accordingly. */
export function shrinkByDoors(path: LevelPath, stepLoads: Float64Array, terms: ShrinkageTerms): LevelPath {
  const part = partOfArea(stepLoads, terms);
  const prior = terms.dynamics.prior.variance;
  return {
    ...path,
    means: path.means.map((mean) => part * mean),
    variance: path.variance + (1 - part) * Math.max(0, prior - path.variance),
  };
}
