import {
  type CellWeek,
  type CountedLoad,
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

/** Both cells in one. */
export function mergeCells(a: MarketCell, b: MarketCell): MarketCell {
  const weeks = new Map(a.weeks);
  for (const [week, facts] of b.weeks) {
    const known = weeks.get(week);
    weeks.set(week, known === undefined ? facts : mergeWeeks(known, facts));
  }
  return { weeks };
}

function mergeWeeks(a: CellWeek, b: CellWeek): CellWeek {
  const slots = new Map<number, number>();
  for (const each of [a, b]) {
    for (const [position, slot] of each.slots.entries()) {
      slots.set(slot, (slots.get(slot) ?? 0) + (each.counts[position] ?? 0));
    }
  }
  return weekOf(slots, smallest(a.contributors, b.contributors));
}

function weekOf(loadsBySlot: ReadonlyMap<number, number>, contributors: readonly number[]): CellWeek {
  const slots = [...loadsBySlot.keys()].sort((a, b) => a - b);
  return { slots, counts: slots.map((slot) => loadsBySlot.get(slot) ?? 0), contributors };
}
