import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { mainlandZips } from '../../bin/backtest/simulator/freight-map.ts';
import { CSV_HEADER, csvRow, type ReportedLoad } from '../../bin/backtest/simulator/reported-load.ts';
import { scenario } from '../../bin/backtest/simulator/scenario.ts';
import { simulate } from '../../bin/backtest/simulator/simulate.ts';
import type { RoadDistances } from '../../shared/geography/roads/road-distance.ts';
import { addDays } from '../../shared/platform/time/utc-day.ts';
import { mondayOf } from '../../shared/platform/time/utc-week.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';

const WEEKS = 76;

/** Writes a file of simulated loads, one row each; returns some of them. */
export async function writeSimulatedFile(
  path: string,
  size: number,
  roads: RoadDistances,
  zips: ReturnType<typeof mainlandZips>,
): Promise<readonly ReportedLoad[]> {
  const file = createWriteStream(path);
  file.write(`${CSV_HEADER}\n`);
  const some: ReportedLoad[] = [];
  const weeks = simulate({
    seed: 'bench',
    scenario: scenario('ordinary'),
    from: addDays(mondayOf(new Date()), -7 * WEEKS),
    weeks: WEEKS,
    // Lanes start during the run: the first weeks have fewer loads.
    loadsAWeek: Math.ceil((1.26 * size) / WEEKS),
    terminals: loadTerminals(),
    zips,
    roads,
  });
  let rows = 0;
  for await (const { loads } of weeks) {
    const written = loads.slice(0, size - rows);
    rows += written.length;
    some.push(...written.filter((_, position) => position % 100 === 0));
    if (!file.write(written.map((load) => `${csvRow(load)}\n`).join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  console.log(`${rows} rows written`);
  return some;
}
