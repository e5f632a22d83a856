import { type CellWeek, kindOfSlot, type MarketCell, residualOf } from './market-cell.ts';
import { stepOfKind } from './market-levels.ts';
import type { WeekSpan } from './week-number.ts';

/**
 * The loads of some weeks, oldest first: where they lie relative to the level above, and how many lie there. All weeks
 * stand in the same arrays, always of these types: a rate looks at some ten thousand values.
 */
export interface WeekValues {
  readonly values: Float64Array;
  readonly counts: Float64Array;
  /** Distance steps of the values. */
  readonly steps: Uint8Array;
  /** Where the values of each week begin, and after the last one where they end. */
  readonly starts: Int32Array;
  /** Loads of each week. */
  readonly loads: Float64Array;
}

/** What loads are taken relative to: a level by week and kind, one by week, and one by distance step. */
export interface LevelAbove {
  /** By week, each a level a kind: all kinds of a week are looked up together. */
  readonly byKind: readonly Float64Array[];
  readonly byWeek: readonly number[];
  readonly byStep: readonly number[];
}

/** The loads of a cell in each week of a span. */
export function weekValues(
  cell: MarketCell | undefined,
  { from, to }: WeekSpan,
  above: LevelAbove,
): WeekValues {
  const weeks = to - from + 1;
  const starts = new Int32Array(weeks + 1);
  for (let position = 0; position < weeks; position++) {
    const slots = cell?.weeks.get(from + position)?.slots.length ?? 0;
    starts[position + 1] = (starts[position] ?? 0) + slots;
  }
  const length = starts[weeks] ?? 0;
  const made: WeekValues = {
    values: new Float64Array(length),
    counts: new Float64Array(length),
    steps: new Uint8Array(length),
    starts,
    loads: new Float64Array(weeks),
  };
  for (let position = 0; position < weeks; position++) {
    const facts = cell?.weeks.get(from + position);
    if (facts !== undefined) fillWeek(made, position, facts, above);
  }
  return made;
}

const NO_KINDS = new Float64Array(0);

function fillWeek(
  { values, counts, steps, starts, loads }: WeekValues,
  position: number,
  facts: CellWeek,
  { byKind, byWeek, byStep }: LevelAbove,
): void {
  const { slots } = facts;
  const ofKinds = byKind[position] ?? NO_KINDS;
  const ofWeek = byWeek[position] ?? 0;
  let end = starts[position] ?? 0;
  let sum = 0;
  let kind = -1;
  let level = 0;
  let step = 0;
  for (let entry = 0; entry < slots.length; entry++) {
    const slot = slots[entry] ?? 0;
    const count = facts.counts[entry] ?? 0;
    // Slots of a kind are neighbours: its level is looked up once.
    if (kindOfSlot(slot) !== kind) {
      kind = kindOfSlot(slot);
      step = stepOfKind(kind);
      level = (ofKinds[kind] ?? 0) + ofWeek + (byStep[step] ?? 0);
    }
    values[end] = residualOf(slot) - level;
    counts[end] = count;
    steps[end] = step;
    end += 1;
    sum += count;
  }
  loads[position] = sum;
}

/** The same loads, relative to a level that lies so much higher at each distance step. */
export function besideCurve(weeks: WeekValues, byStep: readonly number[]): WeekValues {
  const values = weeks.values.slice();
  for (let entry = 0; entry < values.length; entry++) {
    values[entry] = (values[entry] ?? 0) - (byStep[weeks.steps[entry] ?? 0] ?? 0);
  }
  return { ...weeks, values };
}
