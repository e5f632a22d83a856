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
  /** Those of the operator's own. */
  readonly operatorSlots: Map<number, number>;
  contributors: readonly number[];
}

export const emptyTally = (): WeekTally => ({ slots: new Map(), operatorSlots: new Map(), contributors: [] });

/** @param contributor `contributorHash` of who reported the loads. */
export function tallyLoads(tally: WeekTally, slot: number, contributor: number, count: number): void {
  tally.slots.set(slot, (tally.slots.get(slot) ?? 0) + count);
  if (contributor === OPERATOR) {
    tally.operatorSlots.set(slot, (tally.operatorSlots.get(slot) ?? 0) + count);
  } else if (!tally.contributors.includes(contributor)) {
    tally.contributors = smallest(tally.contributors, [contributor]);
  }
}

/** The cell of some loads. */
export function cellOf(loads: Iterable<CountedLoad>): MarketCell {
  const weeks = new Map<number, WeekTally>();
  for (const { week, kind, residual, contributor } of loads) {
    const tally = weeks.get(week) ?? emptyTally();
    weeks.set(week, tally);
    tallyLoads(tally, slotOf(kind, residual), contributorHash(contributor), 1);
  }
  return { weeks: new Map([...weeks].map(([week, tally]) => [week, weekOf(tally)])) };
}

/** Both cells in one; loads of the other count in the weeks that those of the first count in. */
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

/** The widest bins that cost no accuracy: a load scatters by about as much itself. */
const WIDEST_HARMLESS = 9;
/** Most slots of a week whatever they cost: an item of a table has an end. */
const MAX_SLOTS = 1_200;

/**
 * The week in few slots: bins are laid together, three by three, until there are at most `fewSlots`, or bins are as wide
 * as does no harm. More loads never make bins narrower, and wide bins hold whole narrow ones: what comes of many pieces
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

/** The week in bins of a width, its own or a wider one. */
export function coarseWeek(week: CellWeek, width: BinWidth): CellWeek {
  const tally = emptyTally();
  addCoarse(tally, week, width);
  return { ...weekOf(tally), width };
}

/** The week of loads that were counted. */
export function weekOf({ slots: loadsBySlot, operatorSlots, contributors }: WeekTally): CellWeek {
  const slots = [...loadsBySlot.keys()].sort((a, b) => a - b);
  const counts = slots.map((slot) => loadsBySlot.get(slot) ?? 0);
  if (contributors.length === 0 || operatorSlots.size === 0) return { slots, counts, contributors };
  return { slots, counts, operatorCounts: slots.map((slot) => operatorSlots.get(slot) ?? 0), contributors };
}
