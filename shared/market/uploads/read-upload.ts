import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import type { SheetRow } from '../../platform/files/csv-rows.ts';
import { CSV_REJECTIONS, FileError, type FileErrorCode } from '../../platform/files/file-error.ts';
import { FileChangedError, type PartSizes } from '../../platform/files/read-in-parts.ts';
import { type Rejection, rejectedRowLine } from '../../platform/files/rejected-rows.ts';
import { endColumns } from '../../sheets/place-cells.ts';
import { cellFaultText, styleOf } from '../../sheets/read-sheet.ts';
import { readSheetInParts, type SheetForm, type SheetPlace } from '../../sheets/read-sheet-in-parts.ts';
import { cellNamed, columnReport, tableRow } from '../../sheets/understand-table.ts';
import type { TerminalDirectory } from '../../terminals/search/embedded-terminal-directory.ts';
import {
  type AcceptedLoad,
  type LoadIntake,
  loadIntake,
  type PlaceLoadPorts,
  type RowFault,
} from '../importing/place-load.ts';
import { LOAD_FILE, type LoadColumn, readLoadRow } from '../importing/read-load-row.ts';
import { isUnlearned } from '../loads/freight-markets.ts';
import { countLoads, type LoadRecord, loadsFromBytes, loadsToBytes } from '../loads/week-loads.ts';
import type { MarketStore } from '../store/dynamodb-market-store.ts';
import { fileReplaced } from './import-in-steps.ts';
import { finished } from './step-state.ts';
import { readAnnouncement } from './upload-announcement.ts';
import { REPORT_SUFFIXES, WORK_SUFFIX } from './upload-object-names.ts';
import type { OwnedUpload, StepPorts } from './upload-ports.ts';
import type { LoadChunk, UploadState } from './upload-state.ts';

/** Dependencies of the import of a file of loads. */
export interface UploadPorts extends StepPorts, Pick<PlaceLoadPorts, 'places' | 'roadDistances'> {
  readonly store: MarketStore;
  readonly terminals: () => Promise<TerminalDirectory>;
  readonly dieselFor: () => Promise<DieselLookup>;
}

/** Loads by week and id. Equal rows are counted together. */
type Weeks = Map<number, Map<number, LoadRecord>>;

function addLoad(weeks: Weeks, week: number, load: LoadRecord): void {
  const loads = weeks.get(week) ?? new Map<number, LoadRecord>();
  weeks.set(week, loads);
  loads.set(load.id, { ...load, count: load.count + (loads.get(load.id)?.count ?? 0) });
}

/** Header of a week in a section: week number, and bytes of its loads. */
const WEEK_HEAD = 8;

/** The loads of a part of a file as bytes, with one section for each freight market. The same loads give the same bytes. */
function chunkBytes(freightMarkets: ReadonlyMap<string, Weeks>): {
  readonly bytes: Uint8Array;
  readonly sections: LoadChunk['sections'];
} {
  const sections: LoadChunk['sections'] = {};
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (const [freightMarket, weeks] of [...freightMarkets].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const section = Buffer.concat(
      [...weeks].sort(([a], [b]) => a - b).flatMap(([week, loads]) => weekBytes(week, loads)),
    );
    sections[freightMarket] = { offset: length, length: section.length };
    chunks.push(section);
    length += section.length;
  }
  return { bytes: Buffer.concat(chunks), sections };
}

function weekBytes(week: number, loads: ReadonlyMap<number, LoadRecord>): Uint8Array[] {
  const bytes = loadsToBytes(loads);
  const head = Buffer.alloc(WEEK_HEAD);
  head.writeUInt32BE(week, 0);
  head.writeUInt32BE(bytes.length, 4);
  return [head, bytes];
}

/** Adds the loads of a section in some weeks. */
export function addSection(weeks: Weeks, section: Uint8Array, wanted: ReadonlySet<number>): void {
  const bytes = Buffer.from(section.buffer, section.byteOffset, section.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const week = bytes.readUInt32BE(at);
    const end = at + WEEK_HEAD + bytes.readUInt32BE(at + 4);
    if (wanted.has(week)) {
      for (const load of loadsFromBytes(bytes.subarray(at + WEEK_HEAD, end)).values())
        addLoad(weeks, week, load);
    }
    at = end;
  }
}

/** A file is read no further if none of so many rows can be used: it is not a file of loads, whatever its header says. */
const MAX_USELESS_ROWS = 100_000;

/** Rejected rows beyond this size are counted but not listed. */
const MAX_REJECTED_BYTES = 4e9;

/** Creates the step that reads the next chunk of a file; lanes are cached between chunks. */
export function createUploadReader(
  ports: UploadPorts,
  upload: OwnedUpload,
  sizes: ReadingSizes,
): (state: UploadState) => Promise<UploadState> {
  const rejectedFile = `${upload.key}${REPORT_SUFFIXES.rejected}`;
  let intake: Promise<LoadIntake> | undefined;
  const reject = (state: UploadState, rejection: string, code?: FileErrorCode) =>
    // Such a file must be uploaded again as a whole, and its rejected rows are listed then.
    finished({ ...state, rejectedRows: [], listed: 0 }, ports.now(), rejection, code);

  return async (before) => {
    intake ??= intakeOf(ports, upload);
    let state: UploadState;
    try {
      state = await readChunk(ports, upload, before, await intake, sizes);
    } catch (error) {
      if (error instanceof FileChangedError) return reject(before, fileReplaced(upload.key));
      if (error instanceof FileError) {
        return reject(before, CSV_REJECTIONS.noCsv(upload.key, error), error.code);
      }
      throw error;
    }
    const useless = state.rejected === state.rows ? state.rows + state.skipped : 0;
    if (useless >= MAX_USELESS_ROWS) {
      return finished(state, ports.now(), CSV_REJECTIONS.noneOfFirst(upload.key, useless));
    }
    if (state.offset < state.length) return state;
    if (state.rows === 0) return finished(state, ports.now(), CSV_REJECTIONS.noRows(upload.key));
    if (state.rejected === state.rows) {
      return finished(state, ports.now(), CSV_REJECTIONS.noneUsable(upload.key, rejectedFile));
    }
    return { ...state, phase: 'importing' };
  };
}

async function intakeOf(ports: UploadPorts, { owner }: OwnedUpload): Promise<LoadIntake> {
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
  { objects, hasTime }: UploadPorts,
  { key, tag, work }: OwnedUpload,
  before: UploadState,
  intake: LoadIntake,
  sizes: ReadingSizes,
): Promise<UploadState> {
  const read = (offset: number, length: number) => objects.readPart(key, tag, { offset, length });
  const file = { length: before.length, read };
  let reached: SheetPlace<LoadColumn> | undefined = before.sheet && {
    sheet: before.sheet,
    place: { offset: before.offset, number: before.number },
  };
  const choice = reached ? undefined : (await readAnnouncement(objects, key))?.columns;
  const loads = new Map<string, Weeks>();
  const rejectedLines: string[] = [];
  let [rows, skipped, fuelUnknown, bytesRejected] = [0, 0, 0, 0];
  let parse: ParseLoadRow | undefined;
  for await (const part of readSheetInParts(LOAD_FILE, file, reached, sizes, choice)) {
    const { sheet, place } = part;
    parse ??= createLoadRowParser(intake, sheet, before.today);
    for (const row of part.rows) {
      const found = await parse(row);
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

  const put = async (bytes: Uint8Array, kind: string): Promise<string> => {
    const name = `${work}${before.offset}-${hash('sha256', bytes).slice(0, 16)}.${kind}${WORK_SUFFIX}`;
    await objects.write(name, bytes);
    return name;
  };
  const { bytes, sections } = chunkBytes(loads);
  const chunks = bytes.length === 0 ? [] : [{ key: await put(bytes, 'loads'), sections }];
  const lines = Buffer.from(rejectedLines.join(''));
  const length = before.rejectedRows.reduce((sum, part) => sum + part.length, lines.length);
  const isListed = lines.length > 0 && length <= MAX_REJECTED_BYTES;
  return {
    ...before,
    ...reached?.place,
    ...(reached && {
      sheet: reached.sheet,
      header: reached.sheet.table.columns.map(({ header }) => header),
      columns: columnReport(reached.sheet.table),
    }),
    rows: before.rows + rows,
    rejected: before.rejected + rejectedLines.length,
    skipped: before.skipped + skipped,
    fuelUnknown: before.fuelUnknown + fuelUnknown,
    listed: before.listed + (isListed ? rejectedLines.length : 0),
    chunks: [...before.chunks, ...chunks],
    rejectedRows: isListed
      ? [...before.rejectedRows, { key: await put(lines, 'rejected'), length: lines.length }]
      : before.rejectedRows,
    loadsByWeek: withCounts(before.loadsByWeek, loads),
  };
}

function withCounts(
  before: UploadState['loadsByWeek'],
  more: ReadonlyMap<string, Weeks>,
): UploadState['loadsByWeek'] {
  const after = { ...before };
  for (const [freightMarket, weeks] of more) {
    const counts = new Map(after[freightMarket] ?? []);
    for (const [week, loads] of weeks) counts.set(week, (counts.get(week) ?? 0) + countLoads(loads));
    after[freightMarket] = [...counts].sort(([a], [b]) => a - b);
  }
  return after;
}

/** Converts a row to a load, or returns the reason why it is rejected; undefined for a row that is no load. */
type ParseLoadRow = (
  row: SheetRow,
) => Promise<{ readonly accepted: AcceptedLoad } | { readonly rejected: Rejection } | undefined>;

/** Columns of which the first filled one is named in a fault. */
const COLUMNS: Readonly<Record<RowFault['of'], readonly LoadColumn[]>> = {
  origin: endColumns('origin'),
  destination: endColumns('destination'),
  equipment: ['equipment'],
  rate: ['rate', 'total'],
};

/**
 * Creates the parser of a file's rows.
 * @param today UTC, YYYY-MM-DD: later days are rejected.
 */
function createLoadRowParser(
  intake: LoadIntake,
  { table, form }: SheetForm<LoadColumn>,
  today: string,
): ParseLoadRow {
  const reading = { style: styleOf(form.separator), today };
  return async (cells) => {
    const row = tableRow(table, cells);
    if (row === undefined) return undefined;
    const found = readLoadRow(row, reading);
    if ('skipped' in found) return undefined;
    if ('fault' in found) return { rejected: { ...found.fault, reason: cellFaultText(found.fault) } };
    const taken = await intake(found.row);
    if ('accepted' in taken) return taken;
    return { rejected: { reason: taken.fault, ...cellNamed(table, row.cells, COLUMNS[taken.of]) } };
  };
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
