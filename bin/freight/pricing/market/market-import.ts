import { stat } from 'node:fs/promises';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../../../shared/geography/roads/embedded-road-distances.ts';
import { TooManyLoadsError } from '../../../../shared/market/importing/import-loads.ts';
import { type LoadIntake, loadIntake } from '../../../../shared/market/importing/load-intake.ts';
import { createLoadRowParser, type ParseLoadRow } from '../../../../shared/market/importing/load-rows.ts';
import type { LoadOwner } from '../../../../shared/market/loads/load-owner.ts';
import { CSV_REJECTIONS } from '../../../../shared/platform/files/csv-rejections.ts';
import { utcDay } from '../../../../shared/platform/time/utc-day.ts';
import type { MarketManagement } from '../../connection/market-management.ts';
import { CommandFailedError } from '../../failures/command-errors.ts';
import { explainedFile, rowsOfFile } from '../../session/csv-file.ts';
import { RejectedRows } from '../../session/rejected-rows.ts';
import { importSpilledLoads } from './import-spilled-loads.ts';
import { LoadSpill } from './load-spill.ts';
import type { ImportProgress } from './market-text.ts';

export interface MarketFile {
  readonly path: string;
  readonly owner: LoadOwner;
  /** See `SpillImport`. */
  readonly checkOwner?: () => Promise<void>;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Result of an import. */
export interface MarketImport {
  readonly rows: number;
  readonly added: number;
  /** Duplicates: loads of an earlier import. */
  readonly known: number;
  readonly rejected: number;
  /** File of the rejected rows; "" if there are none. */
  readonly rejectedFile: string;
  /** Freight markets of the rows that were not rejected. */
  readonly freightMarkets: readonly string[];
}

const PROGRESS_EVERY_ROWS = 5_000;

/**
 * Imports a file of loads in bounded memory: rows are first stored on disk by freight market, then each market is
 * imported. A file that cannot be read to its end changes nothing.
 * @throws CommandFailedError if the file cannot be read or has no valid row.
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
    const imported = await importSpilledLoads(market, file.owner, spill, {
      ...(file.checkOwner && { checkOwner: file.checkOwner }),
      onShare: (share) => file.onProgress({ phase: 'writing', share, rows: read.rows }),
    }).catch((error: unknown) => {
      if (!(error instanceof TooManyLoadsError)) throw error;
      throw new CommandFailedError(`${error.message}. Loads that were already imported stay.`);
    });
    return { ...read, ...imported, freightMarkets: spill.freightMarkets };
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
): Promise<Pick<MarketImport, 'rows' | 'rejected' | 'rejectedFile'>> {
  let take: ParseLoadRow | undefined;
  let rejected: RejectedRows | undefined;
  let rows = 0;
  let bytes = 0;
  try {
    const { size } = await stat(path);
    for await (const row of rowsOfFile(path, (read) => (bytes += read))) {
      if (take === undefined || rejected === undefined) {
        take = createLoadRowParser(intake, row.cells, today);
        rejected = new RejectedRows(`${path}.rejected.csv`, row.cells);
        continue;
      }
      rows += 1;
      const taken = await take(row);
      if ('fault' in taken) await rejected.add(row, taken.fault);
      else spill.add(taken.accepted);
      if (rows % PROGRESS_EVERY_ROWS === 0) onProgress({ phase: 'reading', share: bytes / size, rows });
    }
  } catch (error) {
    throw explainedFile(path, error);
  } finally {
    await rejected?.close();
  }
  if (rejected === undefined || rows === 0) throw new CommandFailedError(CSV_REJECTIONS.noRows(path));
  if (rejected.count === rows) {
    throw new CommandFailedError(CSV_REJECTIONS.noneUsable(path, rejected.path));
  }
  return { rows, rejected: rejected.count, rejectedFile: rejected.count === 0 ? '' : rejected.path };
}
