import { readFile } from 'node:fs/promises';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { loadPlacer } from '../../shared/market/importing/place-load.ts';
import { LOAD_FILE, type LoadRow, readLoadRow } from '../../shared/market/importing/read-load-row.ts';
import { equipmentCents } from '../../shared/market/loads/market-lane.ts';
import { utcDay } from '../../shared/platform/time/utc-calendar.ts';
import { readSheet } from '../../shared/sheets/read-sheet.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import type { BacktestLoad } from './score-market.ts';
import { type SimulationTerms, simulate } from './simulator/simulate.ts';

/** Contributor of loads that name none. */
const OWNER = 'owner';

/** Number of skipped rows so far. */
export interface LeftOut {
  rows: number;
}

/** Finds the places and costs of rows; [] for a row that cannot be used. */
function loadReader(leftOut: LeftOut) {
  const place = loadPlacer({
    terminals: buildEmbeddedDirectory(loadTerminals()),
    places: createEmbeddedGeocoder(),
    roadDistances: createEmbeddedRoadDistances(),
    dieselFor,
  });
  return async (row: LoadRow & { readonly truth?: number }): Promise<readonly BacktestLoad[]> => {
    const found = await place({ ...row, contributor: row.contributor || OWNER });
    if ('fault' in found || found.placed.load.fuelIncluded === null) {
      leftOut.rows += 1;
      return [];
    }
    const { placed } = found;
    const truthCents = row.truth === undefined ? undefined : row.truth * 100;
    return [{ ...placed, equipmentCents: equipmentCents(placed.load.equipment), truthCents }];
  };
}

/** First Monday and length of a simulated run: it ends with the newest diesel price in the code. */
const SIMULATED = { from: '2025-04-14', weeks: 78 };

/** The loads of a simulated market by week, oldest first. */
export async function simulatedWeeks(
  terms: Omit<SimulationTerms, keyof typeof SIMULATED>,
  leftOut: LeftOut,
): Promise<BacktestLoad[][]> {
  const read = loadReader(leftOut);
  const weeks: BacktestLoad[][] = [];
  for await (const { loads } of simulate({ ...terms, ...SIMULATED })) {
    const week: BacktestLoad[] = [];
    for (const row of loads) week.push(...(await read(row)));
    weeks.push(week);
  }
  return weeks;
}

/** Files of a backtest are read as a whole. */
const LIMITS = { bytes: 500_000_000, rows: 5_000_000 };

/**
 * The loads of an import file by week, oldest first; its rows may be in any order.
 * @throws errors that `explainedFile` explains.
 */
export async function fileWeeks(
  path: string,
  leftOut: LeftOut,
): Promise<readonly (readonly BacktestLoad[])[]> {
  const read = loadReader(leftOut);
  const loads: BacktestLoad[] = [];
  const file = readSheet(new Uint8Array(await readFile(path)), LOAD_FILE, LIMITS);
  const reading = { style: file.style, today: utcDay(new Date()) };
  for (const row of file.rows) {
    const found = readLoadRow(row, reading);
    if ('fault' in found) leftOut.rows += 1;
    else if ('row' in found) loads.push(...(await read(found.row)));
  }
  return [...Map.groupBy(loads, ({ week }) => week)].sort(([a], [b]) => a - b).map(([, week]) => week);
}
