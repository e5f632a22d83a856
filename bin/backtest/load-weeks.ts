import { CsvError } from '../../shared/csv/csv-rows.ts';
import { type LoadRow, loadRowReader, type ReadLoadRow } from '../../shared/market/read-load-row.ts';
import { createEmbeddedGeocoder } from '../../shared/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/places/embedded-road-distances.ts';
import { dieselFor } from '../../shared/rates/diesel-lookup.ts';
import { utcDay } from '../../shared/rates/utc-weeks.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/embedded-terminal-directory.ts';
import { loadTerminals } from '../../shared/terminals/load-terminals.ts';
import { mainlandZips } from '../../simulator/freight-map.ts';
import { type ScenarioName, scenario } from '../../simulator/scenario.ts';
import { simulate } from '../../simulator/simulate.ts';
import { rowsOfFile } from '../freight/csv-file.ts';
import { loadReader } from './load-reader.ts';
import type { BacktestLoad } from './scored-load.ts';

/** First Monday of a simulated run, and how long it takes: it ends with the newest diesel price of the code. */
const SIMULATED_FROM = '2025-04-14';
const SIMULATED_WEEKS = 78;

export interface SimulatedMarket {
  readonly seed: string;
  readonly name: ScenarioName;
  readonly loadsAWeek: number;
}

/** Rows that were left out so far. */
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

/** The loads of a simulated market, a week at a time. */
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

/** The loads of an import file by week, oldest first, in whatever order its rows are. @throws what `explainedFile` explains. */
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
