import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { stepOfKind } from '../loads/market-levels.ts';
import { type CellWeek, countingWeek, kindOfSlot, type MarketCell, residualOf } from './market-cell.ts';

/**
 * The loads of some weeks, oldest first: their offsets from the level above and their counts.
 * All weeks share arrays of these types, because a rate reads about ten thousand values.
 */
export interface WeekValues {
  readonly values: Float64Array;
  readonly counts: Float64Array;
  /** Distance steps of the values. */
  readonly steps: Uint8Array;
  /** Position of each week's first value, followed by the end of the last week. */
  readonly starts: Int32Array;
  /** Loads of each week. */
  readonly loads: Float64Array;
}

/** The level that is subtracted from loads: by week and kind, by week, and by distance step. */
export interface LevelAbove {
  /** By week, one level for each kind: all kinds of a week are looked up together. */
  readonly byKind: readonly Float64Array[];
  readonly byWeek: readonly number[];
  readonly byStep: readonly number[];
}

/** The loads of a cell that count in each week of a span, each relative to the level above in its own week. */
export function weekValues(cell: MarketCell | undefined, span: WeekSpan, above: LevelAbove): WeekValues {
  const weeks = span.to - span.from + 1;
  const ascending = [...(cell?.weeks.keys() ?? [])].sort((a, b) => a - b);
  const counted = ascending.flatMap((week) => (cell && countedWeek(cell, week, span)) ?? []);
  const starts = new Int32Array(weeks + 1);
  for (const { position, facts } of counted) {
    starts[position + 1] = (starts[position + 1] ?? 0) + facts.slots.length;
  }
  for (let position = 0; position < weeks; position++) {
    starts[position + 1] = (starts[position + 1] ?? 0) + (starts[position] ?? 0);
  }
  const length = starts[weeks] ?? 0;
  const made: WeekValues = {
    values: new Float64Array(length),
    counts: new Float64Array(length),
    steps: new Uint8Array(length),
    starts,
    loads: new Float64Array(weeks),
  };
  const ends = starts.slice();
  for (const week of counted) fillWeek(made, ends, week, above);
  return made;
}

/** A week of a cell: the position at which its loads count, and that of the level above that is subtracted. */
export interface CountedWeek {
  readonly position: number;
  readonly above: number;
  readonly facts: CellWeek;
}

/**
 * A week of a cell, or undefined if its loads do not count in the span. Loads from before the span use the level of
 * its first week.
 */
export function countedWeek(cell: MarketCell, week: number, { from, to }: WeekSpan): CountedWeek | undefined {
  const facts = cell.weeks.get(week);
  const counting = countingWeek(cell, week);
  if (facts === undefined || counting < from || counting > to) return undefined;
  return { position: counting - from, above: Math.max(0, week - from), facts };
}

const NO_KINDS = new Float64Array(0);

function fillWeek(
  { values, counts, steps, loads }: WeekValues,
  ends: Int32Array,
  { position, above, facts }: CountedWeek,
  { byKind, byWeek, byStep }: LevelAbove,
): void {
  const { slots } = facts;
  const ofKinds = byKind[above] ?? NO_KINDS;
  const ofWeek = byWeek[above] ?? 0;
  let end = ends[position] ?? 0;
  let sum = 0;
  let kind = -1;
  let level = 0;
  let step = 0;
  for (let entry = 0; entry < slots.length; entry++) {
    const slot = slots[entry] ?? 0;
    const count = facts.counts[entry] ?? 0;
    // Slots of a kind are adjacent, so its level is looked up once.
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
  ends[position] = end;
  loads[position] = (loads[position] ?? 0) + sum;
}

/** The same loads less a curve by distance step. */
export function subtractCurve(weeks: WeekValues, byStep: readonly number[]): WeekValues {
  const values = weeks.values.slice();
  for (let entry = 0; entry < values.length; entry++) {
    values[entry] = (values[entry] ?? 0) - (byStep[weeks.steps[entry] ?? 0] ?? 0);
  }
  return { ...weeks, values };
}
