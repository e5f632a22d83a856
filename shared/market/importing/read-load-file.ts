import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import type { SheetRow } from '../../platform/files/csv-rows.ts';
import { CSV_REJECTIONS, FileError, type FileErrorCode } from '../../platform/files/file-error.ts';
import { FileChangedError, type PartSizes } from '../../platform/files/read-in-parts.ts';
import { type Rejection, rejectedRowLine } from '../../platform/files/rejected-rows.ts';
import { endColumns } from '../../sheets/lane-meanings.ts';
import { cellFaultText, styleOf } from '../../sheets/read-sheet.ts';
import { readSheetInParts, type SheetForm, type SheetPlace } from '../../sheets/read-sheet-in-parts.ts';
import { cellNamed, tableRow } from '../../sheets/table-rows.ts';
import { columnReport } from '../../sheets/understand-table.ts';
import type { TerminalDirectory } from '../../terminals/search/embedded-terminal-directory.ts';
import { ended, type ImportedFile, type ImportPorts, withRejectedRows } from '../../uploads/import-upload.ts';
import { WORK_SUFFIX } from '../../uploads/upload-key.ts';
import { isUnlearned } from '../loads/freight-markets.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import { countLoads, type LoadRecord, loadsFromBytes, loadsToBytes } from '../loads/week-loads.ts';
import type { MarketStore } from '../store/dynamodb-market-store.ts';
import type { LoadFileState } from './load-file-state.ts';
import {
  type AcceptedLoad,
  type LoadIntake,
  loadIntake,
  type PlaceLoadPorts,
  type RowFault,
} from './place-load.ts';
import { LOAD_FILE, type LoadColumn, readLoadRow } from './read-load-row.ts';

/** Dependencies of the import of a file of loads. */
export interface LoadFilePorts extends ImportPorts, Pick<PlaceLoadPorts, 'places' | 'roadDistances'> {
  readonly store: MarketStore;
  readonly terminals: () => Promise<TerminalDirectory>;
  readonly dieselFor: () => Promise<DieselLookup>;
}

/** Objects that are written at once. */
const AT_ONCE = 8;

/** Loads by week and id. Equal rows are counted together. */
type Weeks = Map<number, Map<number, LoadRecord>>;

function addLoad(weeks: Weeks, week: number, load: LoadRecord): void {
  const loads = weeks.get(week) ?? new Map<number, LoadRecord>();
  weeks.set(week, loads);
  loads.set(load.id, { ...load, count: load.count + (loads.get(load.id)?.count ?? 0) });
}

/** The loads of a freight market in a part of a file, as an object of the bucket. */
const toObject = (weeks: Weeks): Uint8Array =>
  Buffer.from(
    JSON.stringify(
      [...weeks].map(([week, loads]) => [week, Buffer.from(loadsToBytes(loads)).toString('base64')]),
    ),
  );

/** Adds the loads of such an object in some weeks. */
export function addFromObject(weeks: Weeks, bytes: Uint8Array, wanted: ReadonlySet<number>): void {
  const stored = JSON.parse(Buffer.from(bytes).toString()) as readonly (readonly [number, string])[];
  for (const [week, loads] of stored) {
    if (!wanted.has(week)) continue;
    for (const load of loadsFromBytes(Buffer.from(loads, 'base64')).values()) addLoad(weeks, week, load);
  }
}

/** A file is read no further if none of so many rows can be used: it is not a file of loads, whatever its header says. */
const MAX_USELESS_ROWS = 100_000;

/** Creates the step that reads the next chunk of a file; lanes are cached between chunks. */
export function createLoadFileReader(
  ports: LoadFilePorts,
  file: ImportedFile,
  owner: LoadOwner,
  sizes: ReadingSizes,
): (state: LoadFileState) => Promise<LoadFileState> {
  const { file: name, list } = file.names;
  let intake: Promise<LoadIntake> | undefined;
  const reject = (state: LoadFileState, reason: string, code?: FileErrorCode) =>
    // Such a file must be uploaded again as a whole, and its rejected rows are listed then.
    ended({ ...state, rejectedRows: [], listed: 0 }, reason, code);

  return async (before) => {
    intake ??= intakeOf(ports, owner);
    let state: LoadFileState;
    try {
      state = await readChunk(ports, file, before, await intake, sizes);
    } catch (error) {
      if (error instanceof FileChangedError)
        return reject(before, `${name} was replaced or deleted while it was read; nothing was imported.`);
      if (error instanceof FileError) return reject(before, CSV_REJECTIONS.noCsv(name, error), error.code);
      throw error;
    }
    const useless = state.rejected === state.rows ? state.rows + state.skipped : 0;
    if (useless >= MAX_USELESS_ROWS)
      return ended(
        state,
        `None of the first ${useless} rows of ${name} can be used, so it was read no further.`,
      );
    if (state.offset < state.length) return { ...state, progress: 0.5 * (state.offset / state.length) };
    if (state.rows === 0) return ended(state, `${name} has no rows below the header.`);
    if (state.rejected === state.rows) return ended(state, CSV_REJECTIONS.noneUsable(name, list));
    return { ...state, phase: 'importing', progress: 0.5 };
  };
}

async function intakeOf(ports: LoadFilePorts, owner: LoadOwner): Promise<LoadIntake> {
  const { places, roadDistances } = ports;
  const [terminals, dieselFor] = await Promise.all([ports.terminals(), ports.dieselFor()]);
  return loadIntake({ terminals, places, roadDistances, dieselFor }, owner);
}

/**
 * Reads one chunk, or as much as time allows, at least some rows, and stores them as objects. Objects are named by their
 * content, so that two runs which locate a place differently do not mix.
 * @returns the state that refers to them.
 */
async function readChunk(
  ports: LoadFilePorts,
  upload: ImportedFile,
  before: LoadFileState,
  intake: LoadIntake,
  sizes: ReadingSizes,
): Promise<LoadFileState> {
  const { objects, hasTime } = ports;
  const { key, tag, work, announced } = upload;
  const read = (offset: number, length: number) => objects.readPart(key, tag, { offset, length });
  const file = { length: before.length, read };
  let reached: SheetPlace<LoadColumn> | undefined = before.sheet && {
    sheet: before.sheet,
    place: { offset: before.offset, number: before.number },
  };
  const loads = new Map<string, Weeks>();
  const rejectedLines: string[] = [];
  let [rows, skipped, fuelUnknown, bytesRejected] = [0, 0, 0, 0];
  for await (const part of readSheetInParts(LOAD_FILE, file, reached, sizes, announced?.columns)) {
    const { sheet, place } = part;
    for (const row of part.rows) {
      const found = await parseRow(row, sheet, before.today, intake);
      if (found === undefined) {
        if (row.number > sheet.table.headerRow) skipped += 1;
        continue;
      }
      rows += 1;
      if ('accepted' in found) {
        const { freightMarket, week, load } = found.accepted;
        const weeks: Weeks = loads.get(freightMarket) ?? new Map();
        loads.set(freightMarket, weeks);
        addLoad(weeks, week, load);
        if (isUnlearned(freightMarket)) fuelUnknown += 1;
      } else {
        const line = rejectedRowLine(row, found.rejected);
        rejectedLines.push(line);
        bytesRejected += Buffer.byteLength(line);
      }
    }
    reached = { sheet, place };
    // On one machine, imports share a thread.
    await setImmediate();
    if (place.offset - before.offset >= sizes.chunk || bytesRejected >= sizes.rejected || !hasTime()) break;
    if (rejectedLines.length === rows && rows + skipped >= MAX_USELESS_ROWS) break;
  }

  const markets = { ...before.markets };
  await forEachConcurrent(loads, AT_ONCE, async ([freightMarket, weeks]) => {
    const bytes = toObject(weeks);
    const name = `${work}${freightMarket}-${hash('sha256', bytes).slice(0, 32)}.loads${WORK_SUFFIX}`;
    await objects.write(name, bytes);
    const known = before.markets[freightMarket] ?? { keys: [], weeks: [] };
    const counts = new Map(known.weeks);
    for (const [week, ofWeek] of weeks) counts.set(week, (counts.get(week) ?? 0) + countLoads(ofWeek));
    markets[freightMarket] = { keys: [...known.keys, name], weeks: [...counts].sort(([a], [b]) => a - b) };
  });
  return {
    ...(await withRejectedRows(ports, upload, before, rejectedLines)),
    ...reached?.place,
    ...(reached && {
      sheet: reached.sheet,
      header: reached.sheet.table.columns.map(({ header }) => header),
      columns: columnReport(reached.sheet.table),
    }),
    rows: before.rows + rows,
    skipped: before.skipped + skipped,
    fuelUnknown: before.fuelUnknown + fuelUnknown,
    markets,
  };
}

/** Columns of which the first filled one is named in a fault. */
const COLUMNS: Readonly<Record<RowFault['of'], readonly LoadColumn[]>> = {
  origin: endColumns('origin'),
  destination: endColumns('destination'),
  equipment: ['equipment'],
  rate: ['rate', 'total'],
};

/**
 * Converts a row to a load, or returns the reason why it is rejected; undefined for a row that is no load.
 * @param today UTC, YYYY-MM-DD: later days are rejected.
 */
async function parseRow(
  sheetRow: SheetRow,
  { table, form }: SheetForm<LoadColumn>,
  today: string,
  intake: LoadIntake,
): Promise<{ readonly accepted: AcceptedLoad } | { readonly rejected: Rejection } | undefined> {
  const row = tableRow(table, sheetRow);
  const found = row && readLoadRow(row, { style: styleOf(form.separator), today });
  if (found === undefined || 'skipped' in found) return undefined;
  if ('fault' in found) return { rejected: { ...found.fault, reason: cellFaultText(found.fault) } };
  const taken = await intake(found.row);
  if ('accepted' in taken) return taken;
  return { rejected: { reason: taken.fault, ...cellNamed(table, sheetRow.cells, COLUMNS[taken.of]) } };
}

/** How much of an upload is read and stored at once, in bytes. */
export interface ReadingSizes extends PartSizes {
  /** Bytes of the file in one chunk. */
  readonly chunk: number;
  /** Bytes of rejected rows that are stored together: a row of two bytes needs a long line. */
  readonly rejected: number;
}

const MIB = 2 ** 20;

export const READING_SIZES: ReadingSizes = {
  request: 8 * MIB,
  part: 2 ** 16,
  chunk: 16 * MIB,
  rejected: 8 * MIB,
};
