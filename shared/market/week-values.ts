import { type BinWidth, type CellWeek, kindOfSlot, type MarketCell, residualOf } from './market-cell.ts';
import { STEPS, stepOfKind } from './market-levels.ts';
import { coarseWeek } from './merge-cells.ts';
import type { WeekSpan } from './week-number.ts';

/** The loads of one week: where they lie relative to the level above, and how many lie there. */
export interface WeekValues {
  readonly values: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
  /** Distance steps of the values. */
  readonly steps: ArrayLike<number>;
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
    return valuesOf(all, withWidth(without?.weeks.get(from + position), all.width), above, position);
  });
}

/** Written for speed: a rate looks at some ten thousand slots. */
function valuesOf(
  { slots, counts: loadsOfSlot }: CellWeek,
  own: CellWeek | undefined,
  above: LevelAbove,
  position: number,
): WeekValues {
  const values = new Float64Array(slots.length);
  const counts = new Float64Array(slots.length);
  const steps = new Uint8Array(slots.length);
  const taken = own?.slots ?? NO_SLOTS;
  const takenLoads = own?.counts ?? NO_SLOTS;
  let length = 0;
  let loads = 0;
  let next = 0;
  let kind = -1;
  let level = 0;
  let step = 0;
  for (let entry = 0; entry < slots.length; entry++) {
    const slot = slots[entry] ?? 0;
    let count = loadsOfSlot[entry] ?? 0;
    // Both lists ascend: one walk along them takes the lane's loads away.
    while (next < taken.length && (taken[next] ?? 0) < slot) next += 1;
    if (next < taken.length && taken[next] === slot) count -= takenLoads[next] ?? 0;
    if (count <= 0) continue;
    // Slots of a kind are neighbours: its level is looked up once.
    if (kindOfSlot(slot) !== kind) {
      kind = kindOfSlot(slot);
      level = levelAbove(above, position, kind);
      step = stepOfKind(kind);
    }
    values[length] = residualOf(slot) - level;
    counts[length] = count;
    steps[length] = step;
    length += 1;
    loads += count;
  }
  const cut = length < slots.length;
  return {
    values: cut ? values.subarray(0, length) : values,
    counts: cut ? counts.subarray(0, length) : counts,
    steps: cut ? steps.subarray(0, length) : steps,
    loads,
  };
}

const NO_SLOTS: readonly number[] = [];

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
    return { ...week, values: lowered(week, byWeek[position] ?? 0, byStep) };
  });

function lowered({ values, steps }: WeekValues, higher: number, byStep: readonly number[]): Float64Array {
  const relative = new Float64Array(values.length);
  for (let entry = 0; entry < values.length; entry++) {
    relative[entry] = (values[entry] ?? 0) - higher - (byStep[steps[entry] ?? STEPS] ?? 0);
  }
  return relative;
}
