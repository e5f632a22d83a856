import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { SheetRow } from '../../platform/files/csv-rows.ts';
import { CSV_REJECTIONS, FileError, type FileErrorCode } from '../../platform/files/file-error.ts';
import { FileChangedError, type PartSizes } from '../../platform/files/read-in-parts.ts';
import { type Rejection, rejectedRowLine } from '../../platform/files/rejected-rows.ts';
import { endColumns } from '../../sheets/place-cells.ts';
import { cellFaultText, styleOf } from '../../sheets/read-sheet.ts';
import {
  readSheetInParts,
  type SheetForm,
  type SheetPart,
  type SheetPlace,
} from '../../sheets/read-sheet-in-parts.ts';
import { cellNamed, columnReport, tableRow } from '../../sheets/understand-table.ts';
import type { FreightMarketLoads } from '../importing/import-loads.ts';
import { type AcceptedLoad, type LoadIntake, loadIntake } from '../importing/load-intake.ts';
import type { RowFault } from '../importing/place-load.ts';
import { LOAD_FILE, type LoadColumn, readLoadRow } from '../importing/read-load-row.ts';
import { isUnlearned } from '../loads/unlearned-loads.ts';
import { type LoadRecord, loadsFromBytes, loadsToBytes } from '../loads/week-loads.ts';
import { fileReplaced } from './import-in-steps.ts';
import { finished } from './step-state.ts';
import { readAnnouncement } from './upload-announcement.ts';
import { REPORT_SUFFIXES, WORK_SUFFIX } from './upload-object-names.ts';
import type { OwnedUpload, UploadPorts } from './upload-ports.ts';
import type { LoadChunk, LoadGroup, UploadState } from './upload-state.ts';

type Weeks = Map<number, Map<number, LoadRecord>>;

/** Header of a week in a section: week number, and bytes of its loads. */
const WEEK_HEAD = 8;

/** Loads of a part of a file, by freight market and week, with counts of equal rows. */
class ChunkLoads {
  readonly #freightMarkets = new Map<string, Weeks>();

  add({ freightMarket, week, load }: AcceptedLoad): void {
    const weeks: Weeks = this.#freightMarkets.get(freightMarket) ?? new Map();
    this.#freightMarkets.set(freightMarket, weeks);
    addLoad(weeks, week, load);
  }

  /** Number of loads by freight market and week. */
  counts(): Map<string, Map<number, number>> {
    const countsOf = (weeks: Weeks) =>
      new Map(
        [...weeks].map(([week, loads]) => [
          week,
          [...loads.values()].reduce((sum, { count }) => sum + count, 0),
        ]),
      );
    return new Map(
      [...this.#freightMarkets].map(([freightMarket, weeks]) => [freightMarket, countsOf(weeks)]),
    );
  }

  /** The same loads give the same bytes, with one section for each freight market. */
  toBytes(): { readonly bytes: Uint8Array; readonly sections: LoadChunk['sections'] } {
    const sections: LoadChunk['sections'] = {};
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (const [freightMarket, weeks] of [...this.#freightMarkets].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const section = Buffer.concat(
        [...weeks].sort(([a], [b]) => a - b).flatMap(([week, loads]) => weekBytes(week, loads)),
      );
      sections[freightMarket] = { offset: length, length: section.length };
      chunks.push(section);
      length += section.length;
    }
    return { bytes: Buffer.concat(chunks), sections };
  }
}

/** Loads of a group, from the sections of all chunks; equal rows of several chunks are counted together. */
export class GroupLoads {
  readonly #group: LoadGroup;
  readonly #weeks: Weeks = new Map();

  constructor(group: LoadGroup) {
    this.#group = group;
  }

  add(section: Uint8Array): void {
    const bytes = Buffer.from(section.buffer, section.byteOffset, section.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const week = bytes.readUInt32BE(at);
      const end = at + WEEK_HEAD + bytes.readUInt32BE(at + 4);
      if (this.#group.weeks.has(week)) {
        for (const load of loadsFromBytes(bytes.subarray(at + WEEK_HEAD, end)).values())
          addLoad(this.#weeks, week, load);
      }
      at = end;
    }
  }

  get loads(): FreightMarketLoads {
    return { freightMarket: this.#group.freightMarket, weeks: this.#weeks };
  }
}

function addLoad(weeks: Weeks, week: number, load: LoadRecord): void {
  const loads = weeks.get(week) ?? new Map<number, LoadRecord>();
  weeks.set(week, loads);
  loads.set(load.id, { ...load, count: load.count + (loads.get(load.id)?.count ?? 0) });
}

function weekBytes(week: number, loads: ReadonlyMap<number, LoadRecord>): Uint8Array[] {
  const bytes = loadsToBytes(loads);
  const head = Buffer.alloc(WEEK_HEAD);
  head.writeUInt32BE(week, 0);
  head.writeUInt32BE(bytes.length, 4);
  return [head, bytes];
}

/** A file is read no further if none of so many rows can be used: it is not a file of loads, whatever its header says. */
const MAX_USELESS_ROWS = 100_000;

/** Rejected rows beyond this size are counted but not listed. */
const MAX_REJECTED_BYTES = 4e9;

/** Reads an upload chunk by chunk; lanes are cached between chunks. */
export type ReadChunk = (state: UploadState) => Promise<UploadState>;

/** Creates the step that reads the next chunk of a file. */
export function createUploadReader(ports: UploadPorts, upload: OwnedUpload, sizes: ReadingSizes): ReadChunk {
  const rejectedFile = `${upload.key}${REPORT_SUFFIXES.rejected}`;
  let intake: Promise<LoadIntake> | undefined;
  const reject = (state: UploadState, rejection: string, code?: FileErrorCode) =>
    // Such a file must be uploaded again as a whole, and its rejected rows are listed then.
    finished({ ...state, rejectedRows: [], listed: 0 }, ports.now(), rejection, code);

  return async (before) => {
    intake ??= intakeOf(ports, upload);
    const chunk = new OpenChunk(before, await intake);
    try {
      await readOn(ports, upload, chunk, sizes);
    } catch (error) {
      if (error instanceof FileChangedError) return reject(before, fileReplaced(upload.key));
      if (error instanceof FileError) {
        return reject(before, CSV_REJECTIONS.noCsv(upload.key, error), error.code);
      }
      throw error;
    }
    const state = await chunk.write(ports, upload);
    const useless = state.rejected === state.rows ? state.rows + (state.skipped ?? 0) : 0;
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

/** Reads one chunk, or as much as time allows; at least some rows. */
async function readOn(
  { objects, hasTime }: UploadPorts,
  { key, tag }: OwnedUpload,
  chunk: OpenChunk,
  sizes: ReadingSizes,
): Promise<void> {
  const read = (offset: number, length: number) => objects.readPart(key, tag, { offset, length });
  const file = { length: chunk.length, read };
  const choice = chunk.place ? undefined : (await readAnnouncement(objects, key))?.columns;
  for await (const part of readSheetInParts(LOAD_FILE, file, chunk.place, sizes, choice)) {
    await chunk.add(part);
    // On one machine, imports share a thread.
    await setImmediate();
    if (chunk.bytesRead >= sizes.chunk || chunk.bytesRejected >= sizes.rejected || !hasTime()) return;
    if (chunk.useless >= MAX_USELESS_ROWS) return;
  }
}

/** Rows that were read and are not stored yet. */
class OpenChunk {
  readonly #before: UploadState;
  readonly #intake: LoadIntake;
  readonly #loads = new ChunkLoads();
  readonly #rejectedLines: string[] = [];
  #take: ParseLoadRow | undefined;
  #rows = 0;
  #rejected = 0;
  #skipped = 0;
  #unlearned = NO_UNLEARNED_ROWS;
  #bytesRejected = 0;
  #place: SheetPlace<LoadColumn> | undefined;

  constructor(before: UploadState, intake: LoadIntake) {
    this.#before = before;
    this.#intake = intake;
    this.#unlearned = before.unlearned ?? NO_UNLEARNED_ROWS;
    if (before.sheet === undefined) return;
    this.#place = { sheet: before.sheet, place: { offset: before.offset, number: before.number } };
    this.#take = createLoadRowParser(intake, before.sheet, before.today);
  }

  /** Of the whole file. */
  get length(): number {
    return this.#before.length;
  }

  get bytesRead(): number {
    return (this.#place?.place.offset ?? 0) - this.#before.offset;
  }

  /** Of the lines that describe rejected rows. */
  get bytesRejected(): number {
    return this.#bytesRejected;
  }

  /** Rows, as long as none can be used. */
  get useless(): number {
    return this.#rows === this.#rejected ? this.#rows + this.#skipped : 0;
  }

  /** Where the next row begins; undefined at the start of the file. */
  get place(): SheetPlace<LoadColumn> | undefined {
    return this.#place;
  }

  async add({ rows, sheet, place }: SheetPart<LoadColumn>): Promise<void> {
    this.#take ??= createLoadRowParser(this.#intake, sheet, this.#before.today);
    for (const row of rows) {
      const found = await this.#take(row);
      if (found === undefined) {
        if (row.number > sheet.table.headerRow) this.#skipped += 1;
        continue;
      }
      this.#rows += 1;
      if ('accepted' in found) {
        this.#loads.add(found.accepted);
        this.#unlearned = withRow(this.#unlearned, found.accepted);
      } else {
        this.#rejected += 1;
        const line = rejectedRowLine(row, found.rejected);
        this.#rejectedLines.push(line);
        this.#bytesRejected += Buffer.byteLength(line);
      }
    }
    this.#place = { sheet, place };
  }

  /**
   * Stores the rows as objects, and returns the state that refers to them.
   * Objects are named by their content, so that two runs which locate a place differently do not mix.
   */
  async write({ objects }: UploadPorts, { work }: OwnedUpload): Promise<UploadState> {
    const before = this.#before;
    const sheet = this.#place?.sheet;
    const put = async (bytes: Uint8Array, kind: string): Promise<string> => {
      const key = `${work}${before.offset}-${hash('sha256', bytes).slice(0, 16)}.${kind}${WORK_SUFFIX}`;
      await objects.write(key, bytes);
      return key;
    };
    const { bytes, sections } = this.#loads.toBytes();
    const chunks = bytes.length === 0 ? [] : [{ key: await put(bytes, 'loads'), sections }];
    const lines = Buffer.from(this.#rejectedLines.join(''));
    const length = before.rejectedRows.reduce((sum, part) => sum + part.length, lines.length);
    const isListed = lines.length > 0 && length <= MAX_REJECTED_BYTES;
    return {
      ...before,
      ...this.#place?.place,
      ...(sheet && {
        sheet,
        header: sheet.table.columns.map(({ header }) => header),
        columns: columnReport(sheet.table),
      }),
      rows: before.rows + this.#rows,
      rejected: before.rejected + this.#rejected,
      skipped: (before.skipped ?? 0) + this.#skipped,
      ...(this.#unlearned === NO_UNLEARNED_ROWS ? {} : { unlearned: this.#unlearned }),
      listed: before.listed + (isListed ? this.#rejected : 0),
      chunks: [...before.chunks, ...chunks],
      rejectedRows: isListed
        ? [...before.rejectedRows, { key: await put(lines, 'rejected'), length: lines.length }]
        : before.rejectedRows,
      loadsByWeek: withCounts(before.loadsByWeek, this.#loads.counts()),
    };
  }
}

function withCounts(
  before: UploadState['loadsByWeek'],
  more: ReadonlyMap<string, ReadonlyMap<number, number>>,
): UploadState['loadsByWeek'] {
  const after = { ...before };
  for (const [freightMarket, weeks] of more) {
    const counts = new Map(after[freightMarket] ?? []);
    for (const [week, loads] of weeks) counts.set(week, (counts.get(week) ?? 0) + loads);
    after[freightMarket] = [...counts].sort(([a], [b]) => a - b);
  }
  return after;
}

/** Rows whose loads are stored and counted, and which prices do not use. */
export interface UnlearnedRows {
  readonly fuelUnknown: number;
}

export const NO_UNLEARNED_ROWS: UnlearnedRows = { fuelUnknown: 0 };

/** Adds the row of a load. */
export const withRow = ({ fuelUnknown }: UnlearnedRows, { freightMarket }: AcceptedLoad): UnlearnedRows => ({
  fuelUnknown: fuelUnknown + (isUnlearned(freightMarket) ? 1 : 0),
});

/** What the owner of a file must know of rows that were imported, in sentences. */
export function importWarnings({ fuelUnknown }: UnlearnedRows): string[] {
  if (fuelUnknown === 0) return [];
  return [
    fuelUnknown === 1
      ? '1 load does not say whether fuel is inside: it is counted, and prices do not use it.'
      : `${fuelUnknown} loads do not say whether fuel is inside: they are counted, and prices do not use them.`,
  ];
}

/** Converts a row to a load, or returns the reason why it is rejected; undefined for a row that is no load. */
export type ParseLoadRow = (
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
export function createLoadRowParser(
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
