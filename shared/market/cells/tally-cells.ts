import {
  type CellScope,
  isOrganization,
  isShared,
  type LoadOwner,
  MARKET,
  type Sharing,
} from '../loads/load-owner.ts';
import { LANE_LEVELS, type LaneLevel, laneKeys } from '../loads/market-levels.ts';
import type { LoadLane, WeekLoads } from '../loads/week-loads.ts';
import type { CellWeek } from './market-cell.ts';
import { boundedWeek, emptyTally, tallyLoads, type WeekTally, weekOf } from './merge-cells.ts';

/** Slots of a week from which bins are merged, by level: they bound the time to read and compute a rate. */
const FEW_SLOTS: Readonly<Record<LaneLevel, number>> = {
  freightMarket: 160,
  marketState: 100,
  zone: 80,
  lane: 80,
};

interface CellTally {
  readonly scope: CellScope;
  readonly level: LaneLevel;
  readonly key: string;
  readonly weeks: Map<number, WeekTally>;
}

/** The new weeks of a cell; undefined for a week without loads. */
export interface TalliedCell {
  readonly scope: CellScope;
  readonly key: string;
  readonly weeks: ReadonlyMap<number, CellWeek | undefined>;
}

/** Counts loads of a freight market into their cells. */
export class CellTallies {
  readonly #freightMarket: string;
  readonly #sharing: Sharing;
  readonly #cells = new Map<string, CellTally>();
  #loads = 0;

  constructor(freightMarket: string, sharing: Sharing) {
    this.#freightMarket = freightMarket;
    this.#sharing = sharing;
  }

  /** Number of counted load records, which bounds the memory in use. */
  get size(): number {
    return this.#loads;
  }

  add(week: number, owner: LoadOwner, loads: WeekLoads): void {
    const shared = isShared(owner, this.#sharing);
    const byLane = new Map<LoadLane, readonly CellTally[]>();
    this.#loads += loads.size;
    for (const { lane, slot, contributor, count } of loads.values()) {
      let cells = byLane.get(lane);
      if (cells === undefined) {
        cells = this.#cellsOf(lane, owner);
        byLane.set(lane, cells);
      }
      for (const cell of cells) {
        // If an owner stopped sharing, the cell is rebuilt without its loads.
        const tally = weekTally(cell, week);
        if (cell.scope === MARKET && !shared) continue;
        tallyLoads(tally, slot, contributor, count);
      }
    }
  }

  *cells(): Generator<TalliedCell> {
    for (const { scope, level, key, weeks } of this.#cells.values()) {
      const made = [...weeks].map(([week, tally]) => {
        if (tally.slots.size === 0) return [week, undefined] as const;
        return [week, boundedWeek(weekOf(tally), FEW_SLOTS[level])] as const;
      });
      yield { scope, key, weeks: new Map(made) };
    }
  }

  #cellsOf(lane: LoadLane, owner: LoadOwner): readonly CellTally[] {
    const keys = laneKeys({ ...lane, freightMarket: this.#freightMarket, miles: 0 });
    const scopes: readonly CellScope[] = isOrganization(owner) ? [MARKET, owner] : [MARKET];
    return scopes.flatMap((scope) =>
      LANE_LEVELS.flatMap((level) => {
        const key = keys[level];
        if (key === undefined) return [];
        const name = `${scope} ${key}`;
        const known = this.#cells.get(name) ?? { scope, level, key, weeks: new Map() };
        this.#cells.set(name, known);
        return [known];
      }),
    );
  }
}

function weekTally({ weeks }: CellTally, week: number): WeekTally {
  const known = weeks.get(week) ?? emptyTally();
  weeks.set(week, known);
  return known;
}
