import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import {
  type LoadRow,
  loadRowReader,
  type ReadLoadRow,
} from '../../shared/market/importing/read-load-row.ts';
import { CsvError } from '../../shared/platform/files/csv-rows.ts';
import { utcDay } from '../../shared/platform/time/utc-day.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { rowsOfFile } from '../freight/session/csv-file.ts';
import { loadReader } from './load-reader.ts';
import type { BacktestLoad } from './scored-load.ts';
import { mainlandZips } from './simulator/freight-map.ts';
import { type ScenarioName, scenario } from './simulator/scenario.ts';
import { simulate } from './simulator/simulate.ts';

/** First Monday and length of a simulated run: it ends with the newest diesel price in the code. */
const SIMULATED_FROM = '2025-04-14';
const SIMULATED_WEEKS = 78;

export interface SimulatedMarket {
  readonly seed: string;
  readonly name: ScenarioName;
  readonly loadsAWeek: number;
}

/** Number of skipped rows so far. */
export interface LeftOut {
  rows: number;
}

const facts = () => {
  const places = createEmbeddedGeocoder();
  const roadDistances = createEmbeddedRoadDistances();
  const terminals = loadTerminals();
  const read = loadReader({ terminals: buildEmbeddedDirectory(terminals), places, roadDistances, dieselFor });
  return { places, roads: roadDistances, terminals, read };
};

/** The loads of a simulated market, one week at a time. */
export async function* simulatedWeeks(
  { seed, name, loadsAWeek }: SimulatedMarket,
  leftOut: LeftOut,
): AsyncGenerator<readonly BacktestLoad[]> {
  const { places, roads, terminals, read } = facts();
  const weeks = simulate({
    seed,
    scenario: scenario(name),
    from: SIMULATED_FROM,
    weeks: SIMULATED_WEEKS,
    loadsAWeek,
    terminals,
    zips: mainlandZips(places),
    roads,
  });
  for await (const { loads } of weeks) yield await usable(loads, read, leftOut);
}

/**
 * The loads of an import file by week, oldest first; its rows may be in any order.
 * @throws errors that `explainedFile` explains.
 */
export async function fileWeeks(
  path: string,
  leftOut: LeftOut,
): Promise<readonly (readonly BacktestLoad[])[]> {
  const { read } = facts();
  const byWeek = new Map<number, BacktestLoad[]>();
  let readRow: ((cells: readonly string[]) => ReadLoadRow) | undefined;
  for await (const { cells } of rowsOfFile(path)) {
    if (readRow === undefined) {
      const header = loadRowReader(cells, utcDay(new Date()));
      if ('fault' in header) throw new CsvError(header.fault);
      readRow = header.read;
      continue;
    }
    const found = readRow(cells);
    const [load] = 'fault' in found ? [] : await usable([found.row], read, leftOut);
    if ('fault' in found) leftOut.rows += 1;
    if (load === undefined) continue;
    const week = byWeek.get(load.week);
    if (week === undefined) byWeek.set(load.week, [load]);
    else week.push(load);
  }
  return [...byWeek.keys()].sort((a, b) => a - b).map((week) => byWeek.get(week) ?? []);
}

async function usable(
  rows: readonly LoadRow[],
  read: (row: LoadRow) => Promise<BacktestLoad | undefined>,
  leftOut: LeftOut,
): Promise<readonly BacktestLoad[]> {
  const loads: BacktestLoad[] = [];
  for (const row of rows) {
    const load = await read(row);
    if (load === undefined) leftOut.rows += 1;
    else loads.push(load);
  }
  return loads;
}
