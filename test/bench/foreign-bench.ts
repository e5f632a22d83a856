import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileWeeks } from '../../bin/backtest/load-weeks.ts';
import { scoreMarket } from '../../bin/backtest/score-market.ts';
import { mainlandZips } from '../../bin/backtest/simulator/freight-map.ts';
import { placeFilesReady } from '../../bin/freight/session/place-files-ready.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { FOREIGN_MARKETS, foreignRows } from '../support/foreign-market.ts';
import { amount } from './short.ts';

/**
 * Backtests of markets from simple formulas that are independent of the model and the simulator: `node
 * test/bench/foreign-bench.ts [--seeds=1,2,3] [--only=NAME]`.
 */
const flag = (name: string): string | undefined =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const percent = (share: number): string => (100 * share).toFixed(2);

await placeFilesReady();
const places = {
  terminals: loadTerminals(),
  zips: mainlandZips(createEmbeddedGeocoder()),
  roads: createEmbeddedRoadDistances(),
};
const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
try {
  for (const [name, market] of Object.entries(FOREIGN_MARKETS).slice(0, amount(undefined, 1))) {
    if (flag('only') !== undefined && flag('only') !== name) continue;
    for (const seed of (flag('seeds') ?? amount('1,2,3', '1')).split(',').map(Number)) {
      const { csv, noiseMape } = await foreignRows({ ...market, seed }, places);
      const path = join(folder, `${name}-${seed}.csv`);
      writeFileSync(path, csv);
      const {
        known,
        new: fresh,
        rows,
        mape,
        coverage,
        bias,
      } = await scoreMarket(await fileWeeks(path, { rows: 0 }));
      const best = (of: typeof known): number => Math.min(...Object.values(of.baselines));
      console.log(
        `${name} ${seed}: ${rows} rows ${percent(mape)}, known ${known.rows} ${percent(known.mape)} = ${(known.mape / noiseMape).toFixed(3)} x noise ${percent(noiseMape)} (best simple way ${percent(best(known))}), new ${fresh.rows} ${percent(fresh.mape)} (${percent(best(fresh))}), coverage ${percent(coverage)}, bias ${percent(bias)}`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
