import {
  BIN_WIDTHS,
  type BinWidth,
  type CellWeek,
  type CountedLoad,
  coarseSlot,
  contributorHash,
  type MarketCell,
  slotOf,
  smallest,
} from './market-cell.ts';

/** The cell of some loads. */
export function cellOf(loads: Iterable<CountedLoad>): MarketCell {
  const weeks = new Map<number, { slots: Map<number, number>; contributors: Set<number> }>();
  for (const { week, kind, residual, contributor } of loads) {
    let facts = weeks.get(week);
    if (facts === undefined) {
      facts = { slots: new Map(), contributors: new Set() };
      weeks.set(week, facts);
    }
    const slot = slotOf(kind, residual);
    facts.slots.set(slot, (facts.slots.get(slot) ?? 0) + 1);
    facts.contributors.add(contributorHash(contributor));
  }
  return {
    weeks: new Map(
      [...weeks].map(([week, { slots, contributors }]) => [
        week,
        weekOf(slots, smallest([...contributors], [])),
      ]),
    ),
  };
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
  const slots = new Map<number, number>();
  for (const each of [a, b]) addCoarse(slots, each, width ?? 1);
  return { ...weekOf(slots, smallest(a.contributors, b.contributors)), ...(width && { width }) };
}

function addCoarse(slots: Map<number, number>, { slots: fine, counts }: CellWeek, width: BinWidth): void {
  for (const [position, slot] of fine.entries()) {
    const wide = coarseSlot(slot, width);
    slots.set(wide, (slots.get(wide) ?? 0) + (counts[position] ?? 0));
  }
}

/** The widest bins that cost no accuracy: a load scatters by about as much itself. */
const WIDEST_HARMLESS = 9;
/** Most slots of a week whatever they cost: an item of a table has an end. */
const MOST_SLOTS = 1_200;

/**
 * The week in few slots: bins are laid together, three by three, until there are at most `fewSlots`, or bins are as wide
 * as does no harm. More loads never make bins narrower, and wide bins hold whole narrow ones: what comes of many pieces
 * does not depend on their order.
 */
export function boundedWeek(week: CellWeek, fewSlots: number): CellWeek {
  let bounded = week;
  for (const width of BIN_WIDTHS) {
    if (bounded.slots.length <= (width > WIDEST_HARMLESS ? MOST_SLOTS : fewSlots)) continue;
    if (width > (bounded.width ?? 1)) bounded = coarseWeek(bounded, width);
  }
  return bounded;
}

/** The week in bins of a width, its own or a wider one. */
export function coarseWeek(week: CellWeek, width: BinWidth): CellWeek {
  const slots = new Map<number, number>();
  addCoarse(slots, week, width);
  return { ...weekOf(slots, week.contributors), width };
}

/** The week of slots with their loads. */
export function weekOf(loadsBySlot: ReadonlyMap<number, number>, contributors: readonly number[]): CellWeek {
  const slots = [...loadsBySlot.keys()].sort((a, b) => a - b);
  return { slots, counts: slots.map((slot) => loadsBySlot.get(slot) ?? 0), contributors };
}
