import { CellBuilder } from '../../shared/market/cell-builder.ts';
import type { LaneCells } from '../../shared/market/estimate-lane.ts';
import { EMPTY_CELL } from '../../shared/market/market-cell.ts';
import { BANDS, bandKey, distanceBand, laneKeys, NATION_KEY } from '../../shared/market/market-levels.ts';
import type { MarketLane } from '../../shared/market/market-load.ts';
import type { MarketParameters } from '../../shared/market/market-parameters.ts';
import { type NationPaths, nationPaths, type WeekSpan } from '../../shared/market/nation-paths.ts';
import type { BacktestLoad } from './scored-load.ts';

/** The market's cells of a backtest: what the model sees of the weeks before. */
export class MarketMemory {
  readonly #cells = new Map<string, CellBuilder>();

  learn(loads: readonly BacktestLoad[]): void {
    for (const { load, week, residual } of loads) {
      const band = distanceBand(load.miles);
      const facts = { week, band, residual, contributor: load.contributor };
      for (const key of [NATION_KEY, bandKey(band), ...Object.values(laneKeys(load))]) {
        let cell = this.#cells.get(key);
        if (cell === undefined) {
          cell = new CellBuilder();
          this.#cells.set(key, cell);
        }
        cell.add(facts);
      }
    }
  }

  nation(span: WeekSpan, parameters?: MarketParameters): NationPaths {
    const bands = Array.from({ length: BANDS }, (_, band) => this.#cells.get(bandKey(band)));
    return nationPaths(this.#cells.get(NATION_KEY) ?? EMPTY_CELL, bands, span, parameters);
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
