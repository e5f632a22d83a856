import { type BinWidth, type CellWeek, kindOfSlot, type MarketCell, residualOf } from './market-cell.ts';
import { STEPS, stepOfKind } from './market-levels.ts';
import { coarseWeek } from './merge-cells.ts';
import type { WeekSpan } from './week-number.ts';

/** The loads of one week: where they lie relative to the level above, and how many lie there. */
export interface WeekValues {
  readonly values: readonly number[];
  readonly counts: readonly number[];
  /** Distance steps of the values. */
  readonly steps: readonly number[];
  readonly loads: number;
}

/** What loads are taken relative to: a level by week and kind, one by week, and one by distance step. */
export interface LevelAbove {
  /** By kind, each a level a week. */
  readonly byKind: readonly (readonly number[])[];
  readonly byWeek: readonly number[];
  readonly byStep: readonly number[];
}

/** The level above in a week (counted from the first of the span) for loads of a kind. */
export const levelAbove = ({ byKind, byWeek, byStep }: LevelAbove, position: number, kind: number): number =>
  (byKind[kind]?.[position] ?? 0) + (byWeek[position] ?? 0) + (byStep[stepOfKind(kind)] ?? 0);

const NO_LOADS: WeekValues = { values: [], counts: [], steps: [], loads: 0 };

/**
 * The loads of a cell in each week of a span, without those of one of its lanes.
 * @param without the lane's cell: what it says itself is counted once, at the lane.
 */
export function weekValues(
  cell: MarketCell | undefined,
  { from, to }: WeekSpan,
  above: LevelAbove,
  without?: MarketCell,
): readonly WeekValues[] {
  return Array.from({ length: to - from + 1 }, (_, position) => {
    const all = cell?.weeks.get(from + position);
    if (all === undefined) return NO_LOADS;
    const own = withWidth(without?.weeks.get(from + position), all.width);
    const values: number[] = [];
    const counts: number[] = [];
    const steps: number[] = [];
    let loads = 0;
    let next = 0;
    for (let entry = 0; entry < all.slots.length; entry++) {
      const slot = all.slots[entry] ?? 0;
      let count = all.counts[entry] ?? 0;
      // Both lists ascend: one walk along them takes the lane's loads away.
      while (own !== undefined && (own.slots[next] ?? Number.POSITIVE_INFINITY) < slot) next += 1;
      if (own !== undefined && own.slots[next] === slot) count -= own.counts[next] ?? 0;
      if (count <= 0) continue;
      const kind = kindOfSlot(slot);
      values.push(residualOf(slot) - levelAbove(above, position, kind));
      counts.push(count);
      steps.push(stepOfKind(kind));
      loads += count;
    }
    return { values, counts, steps, loads };
  });
}

/** A lane's week in bins as wide as those that it is taken out of. */
const withWidth = (own: CellWeek | undefined, width: BinWidth | undefined): CellWeek | undefined =>
  own === undefined || width === undefined || width === own.width ? own : coarseWeek(own, width);

/** The same loads, relative to a level that lies so much higher each week. */
export const relativeTo = (
  weeks: readonly WeekValues[],
  byWeek: readonly number[],
  byStep: readonly number[] = [],
) =>
  weeks.map((week, position): WeekValues => {
    if (week.loads === 0) return week;
    const higher = byWeek[position] ?? 0;
    return {
      ...week,
      values: week.values.map((value, entry) => value - higher - (byStep[week.steps[entry] ?? STEPS] ?? 0)),
    };
  });
