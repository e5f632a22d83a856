import { type FileHandle, open } from 'node:fs/promises';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../../../shared/geography/roads/embedded-road-distances.ts';
import { TooManyLoadsError } from '../../../../shared/market/importing/import-loads.ts';
import {
  importWarnings,
  NO_UNLEARNED_ROWS,
  type UnlearnedRows,
  withRow,
} from '../../../../shared/market/importing/import-warnings.ts';
import { type LoadIntake, loadIntake } from '../../../../shared/market/importing/load-intake.ts';
import { createLoadRowParser, type ParseLoadRow } from '../../../../shared/market/importing/load-rows.ts';
import { LOAD_FILE, type LoadColumn } from '../../../../shared/market/importing/read-load-row.ts';
import type { LoadOwner } from '../../../../shared/market/loads/load-owner.ts';
import { isUnlearned } from '../../../../shared/market/loads/unlearned-loads.ts';
import { READING_SIZES } from '../../../../shared/market/uploads/reading-sizes.ts';
import { CSV_REJECTIONS } from '../../../../shared/platform/files/file-error.ts';
import type { FileInParts } from '../../../../shared/platform/files/read-in-parts.ts';
import { utcDay } from '../../../../shared/platform/time/utc-day.ts';
import { readSheetInParts, type SheetForm } from '../../../../shared/sheets/read-sheet-in-parts.ts';
import { type ColumnReport, columnReport } from '../../../../shared/sheets/understand-table.ts';
import type { MarketManagement } from '../../connection/market-management.ts';
import { CommandFailedError } from '../../failures/command-errors.ts';
import { explainedFile } from '../../session/csv-file.ts';
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
  readonly warnings: readonly string[];
  readonly columns: ColumnReport;
  /** Freight markets of the rows that prices use. */
  readonly freightMarkets: readonly string[];
}

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
    const { unlearned, ...read } = await readFile(file, { intake, spill, today: utcDay(market.now()) });
    const imported = await importSpilledLoads(market, file.owner, spill, {
      ...(file.checkOwner && { checkOwner: file.checkOwner }),
      onShare: (share) => file.onProgress({ phase: 'writing', share, rows: read.rows }),
    }).catch((error: unknown) => {
      if (!(error instanceof TooManyLoadsError)) throw error;
      throw new CommandFailedError(`${error.message}. Loads that were already imported stay.`);
    });
    return {
      ...read,
      ...imported,
      warnings: importWarnings(unlearned),
      freightMarkets: spill.freightMarkets.filter((name) => !isUnlearned(name)),
    };
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
): Promise<
  Pick<MarketImport, 'rows' | 'rejected' | 'rejectedFile' | 'columns'> & { readonly unlearned: UnlearnedRows }
> {
  let sheet: SheetForm<LoadColumn> | undefined;
  let take: ParseLoadRow | undefined;
  let rejected: RejectedRows | undefined;
  let rows = 0;
  let unlearned = NO_UNLEARNED_ROWS;
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const length = (await file.stat()).size;
    for await (const part of readSheetInParts(
      LOAD_FILE,
      fileInParts(file, length),
      undefined,
      READING_SIZES,
    )) {
      sheet = part.sheet;
      take ??= createLoadRowParser(intake, sheet, today);
      rejected ??= new RejectedRows(
        `${path}.rejected.csv`,
        sheet.table.columns.map(({ header }) => header),
      );
      for (const row of part.rows) {
        const taken = await take(row);
        if (taken === undefined) continue;
        rows += 1;
        if ('rejected' in taken) await rejected.add(row, taken.rejected);
        else {
          spill.add(taken.accepted);
          unlearned = withRow(unlearned, taken.accepted);
        }
      }
      onProgress({ phase: 'reading', share: part.place.offset / length, rows });
    }
  } catch (error) {
    throw explainedFile(path, error);
  } finally {
    await rejected?.close();
    await file?.close();
  }
  if (sheet === undefined || rejected === undefined || rows === 0) {
    throw new CommandFailedError(CSV_REJECTIONS.noRows(path));
  }
  if (rejected.count === rows) {
    throw new CommandFailedError(CSV_REJECTIONS.noneUsable(path, rejected.path));
  }
  return {
    rows,
    rejected: rejected.count,
    rejectedFile: rejected.count === 0 ? '' : rejected.path,
    columns: columnReport(sheet.table),
    unlearned,
  };
}

const fileInParts = (file: FileHandle, length: number): FileInParts => ({
  length,
  read: async (offset, bytes) => {
    const buffer = new Uint8Array(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, offset);
    return buffer.subarray(0, bytesRead);
  },
});
