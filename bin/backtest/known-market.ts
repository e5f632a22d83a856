import {
  type CountedLoad,
  cellOf,
  type MarketCell,
  mergeCells,
} from '../../shared/market/cells/market-cell.ts';
import { disclosedCell, type LaneCells, visibleCells } from '../../shared/market/cells/visible-cells.ts';
import { freightMarketKey, kindOf, laneKeys } from '../../shared/market/loads/market-levels.ts';
import type { MarketLane } from '../../shared/market/loads/market-load.ts';
import type { WeekSpan } from '../../shared/platform/time/utc-week.ts';
import type { BacktestLoad } from './scored-load.ts';

/** Whose rates a backtest scores: those of the owner of all loads, or of a caller without loads of its own. */
export const PERSPECTIVES = ['owner', 'caller'] as const;
export type Perspective = (typeof PERSPECTIVES)[number];

/** The market's cells of the weeks before. */
export class KnownMarket {
  readonly #cells = new Map<string, MarketCell>();
  readonly #perspective: Perspective;
  /** Loads that are not in a fit yet, by freight market. */
  readonly #waiting = new Map<string, BacktestLoad[]>();

  constructor(perspective: Perspective = 'owner') {
    this.#perspective = perspective;
  }

  learn(loads: readonly BacktestLoad[]): void {
    for (const load of loads) {
      const { freightMarket } = load.load;
      const waiting = this.#waiting.get(freightMarket);
      if (waiting === undefined) this.#waiting.set(freightMarket, [load]);
      else waiting.push(load);
    }
    const byKey = new Map<string, CountedLoad[]>();
    for (const { load, week, residual } of loads) {
      const kind = kindOf(load.miles, load.fuelIncluded, load.equipment);
      const counted = { week, kind, residual, contributor: load.contributor };
      for (const key of Object.values(laneKeys(load))) {
        const known = byKey.get(key);
        if (known === undefined) byKey.set(key, [counted]);
        else known.push(counted);
      }
    }
    for (const [key, counted] of byKey) {
      const cell = this.#cells.get(key);
      this.#cells.set(key, cell === undefined ? cellOf(counted) : mergeCells(cell, cellOf(counted)));
    }
  }

  /** Loads whose week was disclosed since the last call; each is returned once. */
  counting(): readonly BacktestLoad[] {
    return [...this.#waiting].flatMap(([freightMarket, loads]) => {
      const cell = this.#cells.get(freightMarketKey(freightMarket));
      const disclosed = cell && (this.#perspective === 'owner' ? cell : disclosedCell(cell, 'freightMarket'));
      const counts = ({ week }: BacktestLoad): boolean => disclosed?.weeks.has(week) ?? false;
      this.#waiting.set(
        freightMarket,
        loads.filter((load) => !counts(load)),
      );
      return loads.filter(counts);
    });
  }

  cellsOf(lane: MarketLane, span: WeekSpan): LaneCells {
    const cells: LaneCells = Object.fromEntries(
      Object.entries(laneKeys(lane)).flatMap(([level, key]) => {
        const cell = this.#cells.get(key);
        return cell === undefined ? [] : [[level, cell]];
      }),
    );
    return this.#perspective === 'owner' ? cells : visibleCells({ market: cells }, span);
  }
}
