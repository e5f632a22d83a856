import { type CellWeek, contributorHash, type MarketCell, slotOf, smallest } from './market-cell.ts';

/** A cell that grows by loads and by other cells. */
export class CellBuilder implements MarketCell {
  readonly weeks = new Map<number, { slots: Map<number, number>; contributors: readonly number[] }>();

  /** Counts a load. */
  add(load: { week: number; band: number; residual: number; contributor: string }): void {
    const slots = new Map([[slotOf(load.band, load.residual), 1]]);
    this.#mergeWeek(load.week, { slots, contributors: [contributorHash(load.contributor)] });
  }

  merge(cell: MarketCell): void {
    for (const [week, facts] of cell.weeks) this.#mergeWeek(week, facts);
  }

  #mergeWeek(week: number, facts: CellWeek): void {
    let own = this.weeks.get(week);
    if (own === undefined) {
      own = { slots: new Map(), contributors: [] };
      this.weeks.set(week, own);
    }
    for (const [slot, count] of facts.slots) own.slots.set(slot, (own.slots.get(slot) ?? 0) + count);
    own.contributors = smallest(own.contributors, facts.contributors);
  }
}
