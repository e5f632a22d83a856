import { hash } from 'node:crypto';
import { CSV_REJECTIONS, FileError } from '../../platform/files/file-error.ts';
import type { ColumnChoice, Table } from '../../sheets/table.ts';
import { columnReport } from '../../sheets/understand-table.ts';
import { type ImportOutcome, importInSteps } from './import-in-steps.ts';
import { finished, newStepState, type StepState, type UploadKind } from './step-state.ts';
import {
  type RowsWritten,
  type TableState,
  tableStateSchema,
  type WrittenKind,
} from './table-upload-state.ts';
import { readAnnouncement } from './upload-announcement.ts';
import { REPORT_SUFFIXES, WORK_SUFFIX } from './upload-object-names.ts';
import type { OwnedUpload, StepPorts, Upload } from './upload-ports.ts';
import type { UploadErrorCode } from './upload-result.ts';

/** Rows of a step. Many rows that share stored items are written one after the other, which takes seconds. */
export const GROUP_ROWS = 500;

/** A file, CSV or XLSX, as the steps of its import use it. */
export interface TableFile<Row> {
  readonly table: Table<string>;
  /** What a person should know of the file, as sentences. */
  readonly notes: readonly string[];
  readonly rows: number;
  /** Rows by the step that writes them. The same file always has the same groups. */
  readonly groups: readonly (readonly Row[])[];
}

export interface FileChoice {
  readonly columns?: ColumnChoice | undefined;
  readonly sheet?: string | undefined;
}

export interface TableKind<Row, File extends TableFile<Row>, Written extends RowsWritten> {
  readonly maxBytes: number;
  readonly written: WrittenKind<Written>;
  /** @throws FileError */
  read(bytes: Uint8Array, choice: FileChoice | undefined, startedAt: Date): Promise<File>;
  writeGroup(
    state: TableState<Written>,
    file: File,
    group: readonly Row[],
    upload: OwnedUpload,
  ): Promise<TableState<Written>>;
  /** Why the rest of the file was not written, after the last group. */
  faultOf?(state: TableState<Written>, key: string): UnreadFile | undefined;
}

interface UnreadFile {
  readonly fault: string;
  readonly code?: UploadErrorCode;
}

/**
 * Imports a table as far as time allows: a step reads the file, and each further step writes a group of its rows. A repeated
 * step finds the rows that were written, so that none is written twice.
 */
export async function importTableUpload<Row, File extends TableFile<Row>, Written extends RowsWritten>(
  ports: StepPorts,
  upload: Upload,
  kind: TableKind<Row, File, Written>,
): Promise<ImportOutcome<TableState<Written>>> {
  const { key, length } = upload;
  const tooLarge =
    length > kind.maxBytes
      ? `${key} has ${length} bytes; the maximum is ${kind.maxBytes}. Split the file.`
      : undefined;
  return importInSteps(ports, upload, tooLarge, (owned) => stepsOf(ports, owned, kind));
}

function stepsOf<Row, File extends TableFile<Row>, Written extends RowsWritten>(
  ports: StepPorts,
  upload: OwnedUpload,
  kind: TableKind<Row, File, Written>,
): UploadKind<TableState<Written>> {
  type State = TableState<Written>;
  let reading: Promise<File | UnreadFile> | undefined;
  const readOnce = ({ startedAt }: State) => {
    reading ??= readUpload(ports, upload, kind, new Date(startedAt));
    return reading;
  };
  const stop = (state: State, { fault, code }: UnreadFile) => finished(state, ports.now(), fault, code);

  const read = async (state: State): Promise<State> => {
    const file = await readOnce(state);
    if ('fault' in file) return stop(state, file);
    const { table, rows, notes } = file;
    const header = table.columns.map((column) => column.header);
    return { ...state, phase: 'importing', header, columns: columnReport(table), rows, notes };
  };

  const importNext = async (state: State): Promise<State> => {
    const file = await readOnce(state);
    if ('fault' in file) {
      return stop(state, { ...file, fault: `${file.fault} Rows that were already imported stay.` });
    }
    const group = file.groups[state.groupsDone];
    if (group !== undefined) {
      const next = await kind.writeGroup(state, file, group, upload);
      return { ...next, groupsDone: state.groupsDone + 1, rowsDone: state.rowsDone + group.length };
    }
    const unfinished = kind.faultOf?.(state, upload.key);
    if (unfinished !== undefined) return stop(state, unfinished);
    const fault = CSV_REJECTIONS.noneUsable(upload.key, `${upload.key}${REPORT_SUFFIXES.rejected}`);
    return importedNothing(state) ? stop(state, { fault }) : finished(state, ports.now());
  };

  return {
    begin: () => ({
      ...newStepState(ports.run, upload.length, ports.now()),
      ...{ groupsDone: 0, rowsDone: 0, written: kind.written.none, notes: [] },
    }),
    step: (state) => (state.phase === 'reading' ? read(state) : importNext(state)),
    schema: tableStateSchema(kind.written),
    share: ({ rows, rowsDone }) => rowsDone / Math.max(1, rows),
    importedNothing,
    resultFields: ({ written, notes }) => ({ written, notes }),
  };
}

const importedNothing = ({ written: { created, replaced, unchanged } }: TableState): boolean =>
  created + replaced + unchanged === 0;

/** Reads the whole file; a run that continues reads it again. */
async function readUpload<Row, File extends TableFile<Row>, Written extends RowsWritten>(
  { objects }: StepPorts,
  { key, tag }: OwnedUpload,
  kind: TableKind<Row, File, Written>,
  startedAt: Date,
): Promise<File | UnreadFile> {
  const found = await objects.read(key);
  if (found?.tag !== tag) return { fault: `${key} was replaced or deleted.` };
  try {
    return await kind.read(found.bytes, await readAnnouncement(objects, key), startedAt);
  } catch (error) {
    if (error instanceof FileError) return { fault: CSV_REJECTIONS.noCsv(key, error), code: error.code };
    throw error;
  }
}

/** Stores the lines of rejected rows in an object that is named by its content: a repeated step writes it again. */
export async function withRejectedRows(
  { objects }: Pick<StepPorts, 'objects'>,
  { work }: OwnedUpload,
  { rejected, listed, rejectedRows, groupsDone }: TableState,
  lines: readonly string[],
): Promise<Pick<StepState, 'rejected' | 'listed' | 'rejectedRows'>> {
  if (lines.length === 0) return { rejected, listed, rejectedRows };
  const bytes = Buffer.from(lines.join(''));
  const key = `${work}${groupsDone}-${hash('sha256', bytes).slice(0, 16)}.rejected${WORK_SUFFIX}`;
  await objects.write(key, bytes);
  return {
    rejected: rejected + lines.length,
    listed: listed + lines.length,
    rejectedRows: [...rejectedRows, { key, length: bytes.length }],
  };
}
