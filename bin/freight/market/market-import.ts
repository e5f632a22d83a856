import { stat } from 'node:fs/promises';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';
import { TooManyLoadsError } from '../../../shared/market/importing/import-loads.ts';
import { type LoadIntake, loadIntake } from '../../../shared/market/importing/load-intake.ts';
import {
  createLoadRowParser,
  LOAD_FILE_REFUSALS,
  type ParseLoadRow,
} from '../../../shared/market/importing/load-rows.ts';
import type { LoadOwner } from '../../../shared/market/loads/load-owner.ts';
import { utcDay } from '../../../shared/platform/time/utc-day.ts';
import type { MarketManagement } from '../connection/market-management.ts';
import { CommandRefusedError } from '../failures/failure.ts';
import { explainedFile, rowsOfFile } from '../session/csv-file.ts';
import { RefusedRows } from '../session/refused-rows.ts';
import { bringInLoads } from './bring-in-loads.ts';
import { LoadSpill } from './load-spill.ts';
import type { ImportProgress } from './market-text.ts';

export interface MarketFile {
  readonly path: string;
  readonly owner: LoadOwner;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** What became of the rows of a file. */
export interface MarketImport {
  readonly rows: number;
  readonly added: number;
  /** Loads that an earlier import brought. */
  readonly known: number;
  readonly refused: number;
  /** File of the refused rows; "" without any. */
  readonly refusedFile: string;
}

const TOLD_EVERY_ROWS = 5_000;

/**
 * Imports a file of loads in bounded memory: rows are read and put aside by freight market first, and each market is
 * then brought in as a whole. A file that cannot be read to its end changes nothing.
 * @throws CommandRefusedError where the file is none, or has no row that can be used.
 */
export async function importMarketFile(market: MarketManagement, file: MarketFile): Promise<MarketImport> {
  const spill = new LoadSpill();
  try {
    const intake = loadIntake(
      {
        terminals: await market.terminals(),
        places: createEmbeddedGeocoder(),
        roadDistances: createEmbeddedRoadDistances(),
        dieselFor: await market.dieselFor(),
      },
      file.owner,
    );
    const read = await readFile(file, { intake, spill, today: utcDay(market.now()) });
    const imported = await bringInLoads(market, file.owner, spill, (share) =>
      file.onProgress({ phase: 'writing', share, rows: read.rows }),
    ).catch((error: unknown) => {
      if (!(error instanceof TooManyLoadsError)) throw error;
      throw new CommandRefusedError(`${error.message}. Loads that were already imported stay.`);
    });
    return { ...read, ...imported };
  } finally {
    spill.remove();
  }
}

interface Reading {
  readonly intake: LoadIntake;
  readonly spill: LoadSpill;
  /** UTC, YYYY-MM-DD. */
  readonly today: string;
}

async function readFile(
  { path, onProgress }: MarketFile,
  { intake, spill, today }: Reading,
): Promise<Pick<MarketImport, 'rows' | 'refused' | 'refusedFile'>> {
  let take: ParseLoadRow | undefined;
  let refused: RefusedRows | undefined;
  let rows = 0;
  let bytes = 0;
  try {
    const { size } = await stat(path);
    for await (const row of rowsOfFile(path, (read) => (bytes += read))) {
      if (take === undefined || refused === undefined) {
        take = createLoadRowParser(intake, row.cells, today);
        refused = new RefusedRows(`${path}.refused.csv`, row.cells);
        continue;
      }
      rows += 1;
      const taken = await take(row);
      if ('fault' in taken) await refused.add(row, taken.fault);
      else spill.add(taken.accepted);
      if (rows % TOLD_EVERY_ROWS === 0) onProgress({ phase: 'reading', share: bytes / size, rows });
    }
  } catch (error) {
    throw explainedFile(path, error);
  } finally {
    await refused?.close();
  }
  if (refused === undefined || rows === 0) throw new CommandRefusedError(LOAD_FILE_REFUSALS.noRows(path));
  if (refused.count === rows) {
    throw new CommandRefusedError(LOAD_FILE_REFUSALS.noneUsable(path, refused.path));
  }
  return { rows, refused: refused.count, refusedFile: refused.count === 0 ? '' : refused.path };
}
