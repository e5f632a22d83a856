import { readFile } from 'node:fs/promises';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { loadPlacer, type PlaceLoadPorts } from '../../shared/market/importing/place-load.ts';
import { LOAD_FILE, type LoadRow, readLoadRow } from '../../shared/market/importing/read-load-row.ts';
import { equipmentCents } from '../../shared/market/loads/market-lane.ts';
import { utcDay } from '../../shared/platform/time/utc-day.ts';
import { readSheet } from '../../shared/sheets/read-sheet.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import type { BacktestLoad } from './roll-forward.ts';
import { mainlandZips } from './simulator/freight-map.ts';
import { loadRowOf } from './simulator/report-load.ts';
import { type ScenarioName, scenario } from './simulator/scenario.ts';
import { simulate } from './simulator/simulate.ts';

/** Contributor of loads that name none. */
const OWNER = 'owner';

/** Finds the places and costs of rows; undefined for rows that cannot be used. */
function loadReader(
  ports: PlaceLoadPorts,
): (row: LoadRow & { readonly truth?: number }) => Promise<BacktestLoad | undefined> {
  const place = loadPlacer(ports);
  return async (row) => {
    const contributor = row.contributor === '' ? OWNER : row.contributor;
    const found = await place({ ...row, contributor });
    if (!('placed' in found)) return undefined;
    const { placed } = found;
    return {
      ...placed,
      equipmentCents: equipmentCents(placed.load.equipment),
      truthCents: row.truth === undefined ? undefined : row.truth * 100,
    };
  };
}

/** First Monday and length of a simulated run: it ends with the newest diesel price in the code. */
const SIMULATED_FROM = '2025-04-14';
const SIMULATED_WEEKS = 78;

export interface SimulatedMarket {
  readonly seed: string;
  readonly name: ScenarioName;
  readonly loadsAWeek: number;
}

/** Files of a backtest are read as a whole. */
const LIMITS = { bytes: 500_000_000, rows: 5_000_000 };

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
  for await (const { loads } of weeks) yield await usable(loads.map(loadRowOf), read, leftOut);
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
  const file = readSheet(new Uint8Array(await readFile(path)), LOAD_FILE, LIMITS);
  const reading = { style: file.style, today: utcDay(new Date()) };
  for (const row of file.rows) {
    const found = readLoadRow(row, reading);
    if ('skipped' in found) continue;
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
