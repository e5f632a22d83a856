import {
  BIN_WIDTHS,
  type BinWidth,
  type CellWeek,
  type CountedLoad,
  coarseSlot,
  contributorHash,
  type MarketCell,
  OPERATOR,
  operatorsCounts,
  slotOf,
  smallest,
} from './market-cell.ts';

/** Loads of a week while they are counted. */
export interface WeekTally {
  /** Loads by slot. */
  readonly slots: Map<number, number>;
  /** The operator's own loads by slot. */
  readonly operatorSlots: Map<number, number>;
  contributors: readonly number[];
}

export const emptyTally = (): WeekTally => ({ slots: new Map(), operatorSlots: new Map(), contributors: [] });

/** @param contributor `contributorHash` of the contributor. */
export function tallyLoads(tally: WeekTally, slot: number, contributor: number, count: number): void {
  tally.slots.set(slot, (tally.slots.get(slot) ?? 0) + count);
  if (contributor === OPERATOR) {
    tally.operatorSlots.set(slot, (tally.operatorSlots.get(slot) ?? 0) + count);
  } else if (!tally.contributors.includes(contributor)) {
    tally.contributors = smallest(tally.contributors, [contributor]);
  }
}

export function cellOf(loads: Iterable<CountedLoad>): MarketCell {
  const weeks = new Map<number, WeekTally>();
  for (const { week, kind, residual, contributor } of loads) {
    const tally = weeks.get(week) ?? emptyTally();
    weeks.set(week, tally);
    tallyLoads(tally, slotOf(kind, residual), contributorHash(contributor), 1);
  }
  return { weeks: new Map([...weeks].map(([week, tally]) => [week, weekOf(tally)])) };
}

/** Merges two cells. Loads of the second count in the weeks in which those of the first count. */
export function mergeCells(a: MarketCell, b: MarketCell): MarketCell {
  const weeks = new Map(a.weeks);
  for (const [week, facts] of b.weeks) {
    const known = weeks.get(week);
    weeks.set(week, known === undefined ? facts : mergeWeeks(known, facts));
  }
  return { ...a, weeks };
}

function mergeWeeks(a: CellWeek, b: CellWeek): CellWeek {
  const width = (a.width ?? 1) > (b.width ?? 1) ? a.width : b.width;
  const tally = emptyTally();
  for (const each of [a, b]) addCoarse(tally, each, width ?? 1);
  return { ...weekOf(tally), ...(width && { width }) };
}

function addCoarse(tally: WeekTally, week: CellWeek, width: BinWidth): void {
  const ofOperator = operatorsCounts(week);
  for (const [position, slot] of week.slots.entries()) {
    const wide = coarseSlot(slot, width);
    tally.slots.set(wide, (tally.slots.get(wide) ?? 0) + (week.counts[position] ?? 0));
    const own = ofOperator[position] ?? 0;
    if (own > 0) tally.operatorSlots.set(wide, (tally.operatorSlots.get(wide) ?? 0) + own);
  }
  tally.contributors = smallest(tally.contributors, week.contributors);
}

/** The widest bins that cost no accuracy: single loads scatter by about as much. */
const WIDEST_HARMLESS = 9;
/** Slots of a week at most, whatever the accuracy: a DynamoDB item is limited to 400 KB. */
const MAX_SLOTS = 1_200;

/**
 * Merges bins, three by three, until there are at most `fewSlots` slots or wider bins would cost accuracy.
 * More loads never make bins narrower, and a wide bin contains whole narrow ones. So the result of several chunks
 * does not depend on their order.
 */
export function boundedWeek(week: CellWeek, fewSlots: number): CellWeek {
  let bounded = week;
  for (const width of BIN_WIDTHS) {
    if (bounded.slots.length <= (width > WIDEST_HARMLESS ? MAX_SLOTS : fewSlots)) continue;
    if (width > (bounded.width ?? 1)) bounded = coarseWeek(bounded, width);
  }
  return bounded;
}

/** The week in bins of a width that is at least its own. */
export function coarseWeek(week: CellWeek, width: BinWidth): CellWeek {
  const tally = emptyTally();
  addCoarse(tally, week, width);
  return { ...weekOf(tally), width };
}

export function weekOf({ slots: loadsBySlot, operatorSlots, contributors }: WeekTally): CellWeek {
  const slots = [...loadsBySlot.keys()].sort((a, b) => a - b);
  const counts = slots.map((slot) => loadsBySlot.get(slot) ?? 0);
  if (contributors.length === 0 || operatorSlots.size === 0) return { slots, counts, contributors };
  return { slots, counts, operatorCounts: slots.map((slot) => operatorSlots.get(slot) ?? 0), contributors };
}
