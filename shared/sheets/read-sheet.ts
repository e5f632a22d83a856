import type { SheetRow } from '../platform/files/csv-rows.ts';
import { FileError } from '../platform/files/file-error.ts';
import type { FileLimits } from '../platform/files/file-text.ts';
import { type Rejection, shownCell } from '../platform/files/rejected-rows.ts';
import { readTextRows } from '../platform/files/text-rows.ts';
import type { NumberStyle } from './cell-values.ts';
import type { ColumnChoice, FileKind, Table, TableRow } from './table.ts';
import { tableRows } from './table-rows.ts';
import { understandTable } from './understand-table.ts';

/** A cell that cannot be read. */
export interface CellFault {
  readonly header: string;
  readonly value: string;
  /** What is wrong and what to write, as the end of a sentence that names the cell. */
  readonly reason: string;
}

/** The fault as a sentence. */
export const cellFaultText = ({ header, value, reason }: CellFault): string =>
  `${header === '' ? '' : `${header} `}${value === '' ? '' : `"${shownCell(value)}" `}${reason}`;

/** Why a row with these faults is rejected, with its first wrong cell; undefined without faults. */
export const rejectionOf = (faults: readonly CellFault[]): Rejection | undefined =>
  faults[0] && { ...faults[0], reason: faults.map(cellFaultText).join('; ') };

/** The rows of a file before its header is found. */
export interface FileRows {
  readonly rows: readonly SheetRow[];
  readonly style: NumberStyle;
  /** What a person should know of the file, as sentences. */
  readonly notes: readonly string[];
  /** Name of the sheet of a workbook. */
  readonly sheet?: string;
}

/** A file whose columns and rows are known. */
export interface Sheet<Name extends string> {
  readonly table: Table<Name>;
  readonly rows: readonly TableRow<Name>[];
  readonly style: NumberStyle;
  /** Rows below the header that are none, such as totals. */
  readonly skipped: readonly SheetRow[];
  /** See `FileRows`. */
  readonly notes: readonly string[];
}

/** The rows of a file of text. @throws FileError */
export function textRows(bytes: Uint8Array, limits: FileLimits): FileRows {
  const { separator, rows } = readTextRows(bytes, limits);
  return { rows, style: styleOf(separator), notes: [] };
}

/**
 * Finds the header row of a file, the meaning of its columns, and its rows.
 * @param source the bytes of a file of text, or rows of any file.
 * @throws FileError
 */
export function readSheet<Name extends string>(
  source: Uint8Array | FileRows,
  kind: FileKind<Name>,
  limits: FileLimits,
  choice?: ColumnChoice,
): Sheet<Name> {
  const { rows: all, style, notes } = source instanceof Uint8Array ? textRows(source, limits) : source;
  const table = understandTable(kind, all, choice);
  const { rows, skipped, notes: headings } = tableRows(kind, table, all);
  if (rows.length === 0) throw new FileError('the file has no rows below the header');
  const [tooMany] = rows.slice(limits.rows);
  if (tooMany) throw new FileError(`row ${tooMany.number}: more than ${limits.rows} rows`);
  return { table, rows, style, skipped, notes: [...notes, ...(table.notes ?? []), ...headings] };
}

const MAX_LISTED = 10;

/**
 * Says which rows were skipped; no sentence if none was.
 * @param read the rows of the sheet that were read: a row without a place is skipped too.
 */
export function skippedNotes<Name extends string>(
  { skipped: none, rows }: Sheet<Name>,
  read: readonly { readonly number: number }[],
): readonly string[] {
  const numbers = new Set(read.map(({ number }) => number));
  const skipped = [...none, ...rows.filter(({ number }) => !numbers.has(number))];
  if (skipped.length === 0) return [];
  const listed = skipped
    .sort((a, b) => a.number - b.number)
    .slice(0, MAX_LISTED)
    .map(
      ({ number, cells }) =>
        `${number} ("${(cells.find((cell) => cell.trim() !== '') ?? '').trim().slice(0, 40)}")`,
    );
  const more = skipped.length > MAX_LISTED ? ` and ${skipped.length - MAX_LISTED} more` : '';
  const what = skipped.length === 1 ? 'Row' : 'Rows';
  return [
    `${what} ${listed.join(', ')}${more}: skipped, because no place or only a heading or total is in it.`,
  ];
}

/** Files with semicolons come from countries with a decimal comma. */
export const styleOf = (separator: string): NumberStyle => ({ decimalComma: separator === ';' });
