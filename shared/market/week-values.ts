import { type CellWeek, coarseSlot, kindOfSlot, type MarketCell, residualOf } from './market-cell.ts';
import { STEPS, stepOfKind } from './market-levels.ts';
import type { WeekSpan } from './week-number.ts';

/**
 * The loads of one week: where they lie relative to the level above, and how many lie there. They stand in arrays that
 * all weeks of a cell share, from one position up to another: a rate looks at some ten thousand values.
 */
export interface WeekValues {
  readonly values: ArrayLike<number>;
  /** 0 where the loads are those of a lane that was taken out. */
  readonly counts: ArrayLike<number>;
  /** Distance steps of the values. */
  readonly steps: ArrayLike<number>;
  readonly from: number;
  readonly to: number;
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
const levelAbove = ({ byKind, byWeek, byStep }: LevelAbove, position: number, kind: number): number =>
  (byKind[kind]?.[position] ?? 0) + (byWeek[position] ?? 0) + (byStep[stepOfKind(kind)] ?? 0);

const NO_LOADS: WeekValues = { values: [], counts: [], steps: [], from: 0, to: 0, loads: 0 };

/** The loads of a cell in each week of a span. */
export function weekValues(
  cell: MarketCell | undefined,
  { from, to }: WeekSpan,
  above: LevelAbove,
): readonly WeekValues[] {
  const weeks: (CellWeek | undefined)[] = [];
  let length = 0;
  for (let week = from; week <= to; week++) {
    const facts = cell?.weeks.get(week);
    weeks.push(facts);
    length += facts?.slots.length ?? 0;
  }
  const values = new Float64Array(length);
  const counts = new Float64Array(length);
  const steps = new Uint8Array(length);
  let end = 0;
  return weeks.map((facts, position) => {
    if (facts === undefined) return NO_LOADS;
    const start = end;
    const { slots } = facts;
    let loads = 0;
    let kind = -1;
    let level = 0;
    let step = 0;
    for (let entry = 0; entry < slots.length; entry++) {
      const slot = slots[entry] ?? 0;
      const count = facts.counts[entry] ?? 0;
      // Slots of a kind are neighbours: its level is looked up once.
      if (kindOfSlot(slot) !== kind) {
        kind = kindOfSlot(slot);
        level = levelAbove(above, position, kind);
        step = stepOfKind(kind);
      }
      values[end] = residualOf(slot) - level;
      counts[end] = count;
      steps[end] = step;
      end += 1;
      loads += count;
    }
    return { values, counts, steps, from: start, to: end, loads };
  });
}

/**
 * The loads of a cell without those of one of its lanes: what the lane says itself is counted once, at the lane.
 * @param weeks as `weekValues` has them of the cell and the same span.
 */
export function withoutLane(
  weeks: readonly WeekValues[],
  cell: MarketCell | undefined,
  lane: MarketCell | undefined,
  { from }: WeekSpan,
): readonly WeekValues[] {
  if (cell === undefined || lane === undefined) return weeks;
  const shared = weeks.find(({ loads }) => loads > 0)?.counts;
  const counts = Float64Array.from(shared ?? []);
  return weeks.map((of, position) => {
    if (of.loads === 0) return of;
    const facts = cell.weeks.get(from + position);
    const own = lane.weeks.get(from + position);
    const taken = facts && own ? takeOut(counts, of.from, facts, own) : 0;
    return { ...of, counts, loads: of.loads - taken };
  });
}

/** Takes a lane's loads out of the counts of a cell's week, which may have wider bins. @returns how many there were. */
function takeOut(counts: Float64Array, start: number, { slots, width = 1 }: CellWeek, own: CellWeek): number {
  let taken = 0;
  let entry = 0;
  for (let position = 0; position < own.slots.length; position++) {
    // Both lists ascend: one walk along them finds all.
    const wanted = coarseSlot(own.slots[position] ?? 0, width);
    while (entry < slots.length && (slots[entry] ?? 0) < wanted) entry += 1;
    if (slots[entry] !== wanted) continue;
    const there = counts[start + entry] ?? 0;
    const out = Math.min(there, own.counts[position] ?? 0);
    counts[start + entry] = there - out;
    taken += out;
  }
  return taken;
}

/** The same loads, relative to a level that lies so much higher each week. */
export function relativeTo(
  weeks: readonly WeekValues[],
  byWeek: readonly number[],
  byStep: readonly number[] = [],
): readonly WeekValues[] {
  const shared = weeks.find(({ loads }) => loads > 0);
  if (shared === undefined) return weeks;
  const values = new Float64Array(shared.values.length);
  return weeks.map((week, position): WeekValues => {
    if (week.loads === 0) return week;
    const higher = byWeek[position] ?? 0;
    for (let entry = week.from; entry < week.to; entry++) {
      values[entry] = (week.values[entry] ?? 0) - higher - (byStep[week.steps[entry] ?? STEPS] ?? 0);
    }
    return { ...week, values };
  });
}
