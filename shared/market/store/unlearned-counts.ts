import type { LoadRecord } from '../loads/week-loads.ts';

/** Number of unlearned loads: those that do not say whether fuel is inside. */
export interface UnlearnedCounts {
  readonly fuelUnknown: number;
}

export function countUnlearned(loads: Iterable<Pick<LoadRecord, 'count'>>): UnlearnedCounts {
  let fuelUnknown = 0;
  for (const { count } of loads) fuelUnknown += count;
  return { fuelUnknown };
}
