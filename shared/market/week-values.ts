import { type CellWeek, coarseSlot, kindOfSlot, type MarketCell, residualOf } from './market-cell.ts';
import { stepOfKind } from './market-levels.ts';
import type { WeekSpan } from './week-number.ts';

/**
 * The loads of some weeks, oldest first: where they lie relative to the level above, and how many lie there. All weeks
 * stand in the same arrays, always of these types: a rate looks at some ten thousand values.
 */
export interface WeekValues {
  readonly values: Float64Array;
  /** 0 where the loads are those of a lane that was taken out. */
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

/**
 * Takes the loads of a lane out of those of a cell that it lies in: what the lane says itself is counted once, at the
 * lane. In place, since a port has ten thousands of counts, and its lanes a few each.
 * @param weeks as `weekValues` has them of the cell and the same span.
 * @returns what puts them back.
 */
export function takeLaneOut(
  weeks: WeekValues,
  cell: MarketCell | undefined,
  lane: MarketCell | undefined,
  { from }: WeekSpan,
): () => void {
  const { counts, starts, loads } = weeks;
  const entries: number[] = [];
  const taken: number[] = [];
  const before = loads.slice();
  for (let position = 0; position < loads.length; position++) {
    const facts = cell?.weeks.get(from + position);
    const own = lane?.weeks.get(from + position);
    if (facts === undefined || own === undefined) continue;
    const first = taken.length;
    findLane(facts, own, (entry, count) => {
      const at = (starts[position] ?? 0) + entry;
      const out = Math.min(counts[at] ?? 0, count);
      counts[at] = (counts[at] ?? 0) - out;
      entries.push(at);
      taken.push(out);
    });
    for (let each = first; each < taken.length; each++) {
      loads[position] = (loads[position] ?? 0) - (taken[each] ?? 0);
    }
  }
  return () => {
    for (const [each, at] of entries.entries()) counts[at] = (counts[at] ?? 0) + (taken[each] ?? 0);
    loads.set(before);
  };
}

/** Finds the entries of a cell's week, which may have wider bins, that loads of a lane are counted in. */
function findLane(
  { slots, width = 1 }: CellWeek,
  own: CellWeek,
  found: (entry: number, count: number) => void,
): void {
  let entry = 0;
  for (let position = 0; position < own.slots.length; position++) {
    const wanted = coarseSlot(own.slots[position] ?? 0, width);
    entry = firstFrom(slots, entry, wanted);
    if (slots[entry] === wanted) found(entry, own.counts[position] ?? 0);
  }
}

/** Where in a list that ascends, from a position on, the first number stands that is not below one. */
function firstFrom(ascending: readonly number[], from: number, least: number): number {
  let low = from;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same loads, relative to a level that lies so much higher at each distance step. */
export function besideCurve(weeks: WeekValues, byStep: readonly number[]): WeekValues {
  const values = weeks.values.slice();
  for (let entry = 0; entry < values.length; entry++) {
    values[entry] = (values[entry] ?? 0) - (byStep[weeks.steps[entry] ?? 0] ?? 0);
  }
  return { ...weeks, values };
}
