import { chunk } from '../platform/collections/chunk.ts';
import type { SheetRow } from '../platform/files/csv-rows.ts';
import { CSV_REJECTIONS, FileError } from '../platform/files/file-error.ts';
import { type Rejection, rejectedRowLine } from '../platform/files/rejected-rows.ts';
import type { ColumnChoice, Table } from '../sheets/table.ts';
import { columnReport } from '../sheets/understand-table.ts';
import {
  ended,
  type ImportedFile,
  type ImportKind,
  type ImportOutcome,
  type ImportPorts,
  importUpload,
  withRejectedRows,
} from './import-upload.ts';
import { MAX_LISTED, NONE_WRITTEN, type RowsWritten, type TableState, tableState } from './table-state.ts';
import type { Upload } from './upload-message.ts';
import type { UploadErrorCode } from './upload-record.ts';

/** Rows of a step. Many rows that share stored items are written one after the other, which takes seconds. */
const GROUP_ROWS = 500;

/** A file, CSV or XLSX, as the steps of its import use it. */
export interface TableFile<Row extends SheetRow = SheetRow> {
  readonly table: Table<string>;
  /** What a person should know of the file, as sentences. */
  readonly notes: readonly string[];
  /** The same file always has the same rows. */
  readonly rows: readonly Row[];
}

export interface FileChoice {
  readonly columns?: ColumnChoice | undefined;
  readonly sheet?: string | undefined;
}

/** What the writing of a group of rows did. */
export interface GroupWritten<Row> {
  readonly statuses: readonly ('created' | 'replaced' | 'unchanged')[];
  readonly rejections: ReadonlyMap<Row, Rejection>;
  readonly warnings: RowsWritten['warnings'];
  readonly overlaps?: RowsWritten['overlaps'];
  /** Rows that were rejected because the account has the maximum of what they are. */
  readonly withoutRoom?: number;
}

/** What is special to the import of a kind of table. */
export interface TableKind<Row extends SheetRow, File extends TableFile<Row>> {
  readonly maxBytes: number;
  /** @param startedAt of the import, the same in all its runs. @throws FileError */
  read(bytes: Uint8Array, choice: FileChoice | undefined, startedAt: Date): Promise<File>;
  /** Writes a group of rows. A repeated call finds the rows that were written, so that none is written twice. */
  write(
    rows: readonly Row[],
    file: File,
    group: { readonly number: number; readonly startedAt: Date },
  ): Promise<GroupWritten<Row>>;
  /** Why the rest of the file was not written. @param withoutRoom above 0. @param name of the file. */
  noRoom?(withoutRoom: number, name: string): { readonly reason: string; readonly code: UploadErrorCode };
}

/** Imports a table as far as time allows: a step reads the file, and each further step writes a group of its rows. */
export const importTable = <Row extends SheetRow, File extends TableFile<Row>>(
  ports: ImportPorts,
  upload: Upload,
  kind: TableKind<Row, File>,
): Promise<ImportOutcome<TableState>> =>
  importUpload(ports, upload, {
    schema: tableState,
    maxBytes: kind.maxBytes,
    begin: (state) => ({ ...state, groupsDone: 0, withoutRoom: 0, notes: [], written: NONE_WRITTEN }),
    stepsOf: (file) => stepsOf(ports, file, kind),
    importedNothing,
  } satisfies ImportKind<TableState>);

const importedNothing = ({ written: { created, replaced, unchanged } }: TableState): boolean =>
  created + replaced + unchanged === 0;

function stepsOf<Row extends SheetRow, File extends TableFile<Row>>(
  ports: ImportPorts,
  upload: ImportedFile,
  kind: TableKind<Row, File>,
): (state: TableState) => Promise<TableState> {
  const { names, key, tag, announced } = upload;
  const read = async (startedAt: Date): Promise<File | Unread> => {
    const found = await ports.objects.read(key);
    if (found?.tag !== tag) return { reason: `${names.file} was replaced or deleted.` };
    try {
      return await kind.read(found.bytes, announced, startedAt);
    } catch (error) {
      if (error instanceof FileError)
        return { reason: CSV_REJECTIONS.noCsv(names.file, error), code: error.code };
      throw error;
    }
  };
  // A run that continues reads the file again.
  let reading: Promise<File | Unread> | undefined;

  return async (state) => {
    const startedAt = new Date(state.startedAt);
    reading ??= read(startedAt);
    const file = await reading;
    const isBegun = state.phase === 'importing';
    if ('reason' in file) {
      const kept = isBegun ? ' Rows that were already imported stay.' : '';
      return ended(state, `${file.reason}${kept}`, file.code);
    }
    if (!isBegun) {
      const { table, rows, notes } = file;
      const header = table.columns.map((column) => column.header);
      const columns = columnReport(table);
      return { ...state, phase: 'importing', header, columns, rows: rows.length, notes: [...notes] };
    }
    const { groupsDone: number, withoutRoom } = state;
    const group = chunk(file.rows, GROUP_ROWS)[number];
    if (group !== undefined) {
      const done = await kind.write(group, file, { number, startedAt });
      const lines = group.flatMap((row) => {
        const rejection = done.rejections.get(row);
        return rejection === undefined ? [] : [rejectedRowLine(row, rejection)];
      });
      return {
        ...(await withRejectedRows(ports, upload, state, lines)),
        groupsDone: number + 1,
        progress: Math.min(1, ((number + 1) * GROUP_ROWS) / state.rows),
        withoutRoom: withoutRoom + (done.withoutRoom ?? 0),
        written: sum(state.written, done),
      };
    }
    if (withoutRoom > 0 && kind.noRoom !== undefined) {
      const { reason, code } = kind.noRoom(withoutRoom, names.file);
      return ended(state, reason, code);
    }
    return importedNothing(state)
      ? ended(state, CSV_REJECTIONS.noneUsable(names.file, names.list))
      : ended(state);
  };
}

interface Unread {
  readonly reason: string;
  readonly code?: UploadErrorCode;
}

function sum(
  before: RowsWritten,
  { statuses, warnings, overlaps }: Omit<GroupWritten<never>, 'rejections'>,
): RowsWritten {
  const countOf = (status: 'created' | 'replaced' | 'unchanged') =>
    before[status] + statuses.filter((found) => found === status).length;
  const { total, listed } = before.overlaps ?? { total: 0, listed: [] };
  return {
    created: countOf('created'),
    replaced: countOf('replaced'),
    unchanged: countOf('unchanged'),
    warnings: [...before.warnings, ...warnings].slice(0, MAX_LISTED),
    ...(overlaps && {
      overlaps: {
        total: total + overlaps.total,
        listed: [...listed, ...overlaps.listed].slice(0, MAX_LISTED),
      },
    }),
  };
}
