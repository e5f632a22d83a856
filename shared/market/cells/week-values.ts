import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { stepOfKind } from '../loads/market-levels.ts';
import { type CellWeek, countingWeek, kindOfSlot, type MarketCell, residualOf } from './market-cell.ts';

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

/** A week of a cell: the position in a span that its loads count at, and that of the level above they are taken off. */
export interface CountedWeek {
  readonly position: number;
  readonly above: number;
  readonly facts: CellWeek;
}

/** A week of a cell whose loads count in a span; undefined where they do not. Loads of before the span are taken off its first week. */
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
  ends[position] = end;
  loads[position] = (loads[position] ?? 0) + sum;
}

/** The same loads, relative to a level that lies so much higher at each distance step. */
export function subtractCurve(weeks: WeekValues, byStep: readonly number[]): WeekValues {
  const values = weeks.values.slice();
  for (let entry = 0; entry < values.length; entry++) {
    values[entry] = (values[entry] ?? 0) - (byStep[weeks.steps[entry] ?? 0] ?? 0);
  }
  return { ...weeks, values };
}
