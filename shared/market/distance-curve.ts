import { type LevelAbove, weightAt } from './level-filter.ts';
import { bandOf, residualOf, type Slots } from './market-cell.ts';
import { BANDS } from './market-levels.ts';
import type { WeekSpan } from './nation-paths.ts';

/** How an area's or a lane's rates bend with distance beside the nation's: a level for each distance band. */
export type DistanceCurve = readonly number[];

/** What loads of a band say of the same, the next and the second next band. */
const SAID_OF_NEIGHBOURS = [1, 0.5, 0.15] as const;

export interface CurveTerms {
  /** Loads that a flat curve is worth. */
  readonly flatLoads: number;
  /** Part of a load's weight that is left after a week. */
  readonly kept: number;
  /** Scatter of single loads. */
  readonly scatter: number;
}

/**
 * The robust mean of the loads of each distance band, drawn to 0 as far as they are few, with the bands beside it.
 * @param above what the loads are expected at, before the curve.
 */
export function distanceCurve(
  { from, to }: WeekSpan,
  slotsOf: (week: number) => Slots | undefined,
  above: LevelAbove,
  { flatLoads, kept, scatter }: CurveTerms,
): DistanceCurve {
  const sums = Array.from({ length: BANDS }, () => 0);
  const weights = Array.from({ length: BANDS }, () => 0);
  let recency = 1;
  for (let week = to; week >= from; week--) {
    for (const [slot, count] of slotsOf(week) ?? []) {
      const band = bandOf(slot);

      const off = residualOf(slot) - above(week, band);
      const weight = recency * count * weightAt(off / scatter);
      sums[band] = (sums[band] ?? 0) + weight * off;
      weights[band] = (weights[band] ?? 0) + weight;
    }
    recency *= kept;
  }
  return sums.map((_, band) => {
    let sum = 0;
    let weight = flatLoads;
    for (let other = Math.max(0, band - 2); other <= Math.min(BANDS - 1, band + 2); other++) {
      const said = SAID_OF_NEIGHBOURS[Math.abs(other - band)] ?? 0;
      sum += said * (sums[other] ?? 0);
      weight += said * (weights[other] ?? 0);
    }
    return sum / weight;
  });
}
