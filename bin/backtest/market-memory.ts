import type { LaneCells } from '../../shared/market/estimate-lane.ts';
import type { CountedLoad, MarketCell } from '../../shared/market/market-cell.ts';
import {
  BANDS,
  bandKey,
  bandOfKind,
  kindOf,
  laneKeys,
  NATION_KEY,
} from '../../shared/market/market-levels.ts';
import type { MarketLane } from '../../shared/market/market-load.ts';
import type { MarketParameters } from '../../shared/market/market-parameters.ts';
import { cellOf, mergeCells } from '../../shared/market/merge-cells.ts';
import { type NationPaths, nationPaths } from '../../shared/market/nation-paths.ts';
import type { WeekSpan } from '../../shared/market/week-number.ts';
import type { BacktestLoad } from './scored-load.ts';

/** The market's cells of a backtest: what the model sees of the weeks before. */
export class MarketMemory {
  readonly #cells = new Map<string, MarketCell>();

  learn(loads: readonly BacktestLoad[]): void {
    const byKey = new Map<string, CountedLoad[]>();
    for (const { load, week, residual } of loads) {
      const kind = kindOf(load.miles, load.fuelIncluded, load.equipment);
      const counted = { week, kind, residual, contributor: load.contributor };
      for (const key of [NATION_KEY, bandKey(bandOfKind(kind)), ...Object.values(laneKeys(load))]) {
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

  nation(offsets: readonly number[], span: WeekSpan, parameters?: MarketParameters): NationPaths {
    const bands = Array.from({ length: BANDS }, (_, band) => this.#cells.get(bandKey(band)));
    return nationPaths({ nation: this.#cells.get(NATION_KEY), bands }, offsets, span, parameters);
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
