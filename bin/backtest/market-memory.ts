import type { LaneCells } from '../../shared/market/estimate-lane.ts';
import type { CountedLoad, MarketCell } from '../../shared/market/market-cell.ts';
import { kindOf, laneKeys } from '../../shared/market/market-levels.ts';
import type { MarketLane } from '../../shared/market/market-load.ts';
import { cellOf, mergeCells } from '../../shared/market/merge-cells.ts';
import type { BacktestLoad } from './scored-load.ts';

/** The market's cells of a backtest: what the model sees of the weeks before. */
export class MarketMemory {
  readonly #cells = new Map<string, MarketCell>();

  learn(loads: readonly BacktestLoad[]): void {
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

  cellsOf(lane: MarketLane): LaneCells {
    return Object.fromEntries(
      Object.entries(laneKeys(lane)).flatMap(([level, key]) => {
        const cell = this.#cells.get(key);
        return cell === undefined ? [] : [[level, cell]];
      }),
    );
  }
}
