import type { SheetRow } from '../../../../shared/platform/files/csv-rows.ts';
import { FileError } from '../../../../shared/platform/files/file-error.ts';
import { isZip } from '../../../../shared/platform/files/file-kind.ts';
import { type FileInParts, readInParts } from '../../../../shared/platform/files/read-in-parts.ts';
import { readTextForm } from '../../../../shared/platform/files/text-rows.ts';
import type { NumberStyle } from '../../../../shared/sheets/cell-values.ts';
import { styleOf } from '../../../../shared/sheets/read-sheet.ts';
import type { ColumnChoice, Table } from '../../../../shared/sheets/table.ts';
import { headerFit, IGNORE } from '../../../../shared/sheets/table-header.ts';
import {
  FIRST_ROWS,
  guessTable,
  missingIn,
  understandTable,
} from '../../../../shared/sheets/understand-table.ts';
import { columnText, type MappedFile } from './mapped-files.ts';

/** Rows as a person gave them: the first of a file, or all that were pasted. */
export interface GivenRows {
  readonly rows: readonly SheetRow[];
  readonly style: NumberStyle;
}

export interface ColumnMapping {
  readonly hasHeader: boolean;
  /** Where it differs from how headers are read: a meaning, or "ignore", by header. */
  readonly choice: ColumnChoice;
}

interface InputColumn {
  readonly header: string;
  readonly name: string;
  /** A meaning or "ignore"; empty if the column is not read. */
  readonly use: string;
  readonly examples: readonly string[];
}

export interface ReadColumns<Name extends string = string> {
  readonly columns: readonly InputColumn[];
  readonly faults: readonly string[];
  readonly table: Table<Name> | undefined;
}

/** Many more rows than a preview has, and as many as tell the meaning of a column. */
const SAMPLE_BYTES = 256_000;

/** Reads the first rows of a file as the service does, which alone reads workbooks. */
export async function firstRows(file: File): Promise<GivenRows | 'workbook' | { readonly fault: string }> {
  const start = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  if (isZip(start)) return 'workbook';
  const parts: FileInParts = {
    length: file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
  try {
    const { form, first } = readTextForm(start, start.length === file.size);
    const sizes = { request: SAMPLE_BYTES, part: SAMPLE_BYTES };
    for await (const { rows } of readInParts(parts, form, first, sizes)) {
      if (rows.length > 0) return { rows, style: styleOf(form.separator) };
    }
    return { fault: 'The file is empty.' };
  } catch (error) {
    if (error instanceof FileError) return { fault: `The file cannot be read. ${faultText(error)}` };
    throw error;
  }
}

const numbered = (position: number): string => `Column ${position + 1}`;

export const numberedHeader = (rows: readonly SheetRow[]): readonly string[] =>
  Array.from({ length: rows.reduce((most, { cells }) => Math.max(most, cells.length), 0) }, (_, at) =>
    numbered(at),
  );

function tableOf<Name extends string>(
  { file }: MappedFile<Name>,
  rows: readonly SheetRow[],
  { hasHeader, choice }: ColumnMapping,
) {
  if (hasHeader) return { all: rows, table: guessTable(file, rows, choice) };
  const header = { number: 0, cells: numberedHeader(rows) };
  return { all: [header, ...rows], table: guessTable(file, [header], choice) };
}

/** Whether rows have a header. One known name can be a cell, such as "Container". */
export const hasKnownHeader = ({ file }: MappedFile, { rows }: GivenRows): boolean =>
  headerFit(file, rows.slice(0, FIRST_ROWS)) > 1;

export const headersOf = ({ file }: MappedFile, { rows }: GivenRows): readonly string[] =>
  guessTable(file, rows).columns.map(({ header }) => header);

const MAX_EXAMPLES = 3;

/** Reads columns as the service does. The first rows tell what they mean: more would make each choice slow. */
export function readColumns<Name extends string>(
  kind: MappedFile<Name>,
  { rows }: GivenRows,
  mapping: ColumnMapping,
): ReadColumns<Name> {
  const { all, table: guess } = tableOf(kind, rows.slice(0, FIRST_ROWS), mapping);
  const body = all.filter(({ number }) => number > guess.headerRow);
  const columns = guess.columns.flatMap(({ header, as, isIgnored }, at): InputColumn[] => {
    const cells = body.map((row) => (row.cells[at] ?? '').trim()).filter((cell) => cell !== '');
    if (header === '' && cells.length === 0) return [];
    const use = isIgnored ? IGNORE : (as ?? '');
    return [{ header, name: header || numbered(at), use, examples: cells.slice(0, MAX_EXAMPLES) }];
  });
  const missing = missingIn(kind.file, guess, all);
  if (missing.length > 0)
    return { columns, faults: missing.map((group) => missingText(kind, group)), table: undefined };
  try {
    return { columns, faults: [], table: understandTable(kind.file, all, mapping.choice) };
  } catch (error) {
    if (error instanceof FileError) return { columns, faults: [faultText(error)], table: undefined };
    throw error;
  }
}

function missingText(kind: MappedFile, group: readonly string[]): string {
  // Only the first letter: "ZIP code" stays.
  const names = group.map((use) =>
    columnText(kind, use).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()),
  );
  const choices = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);
  return `No column is used for the ${names[0]}. Choose the column that has the ${choices}.`;
}

/** The message of an error as a sentence. */
export const faultText = ({ message }: FileError): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/**
 * A mapping in which a column has another use. Columns with the same header have the same use. What is read without a
 * choice is not in the choice.
 */
export function changeUse(
  kind: MappedFile,
  { rows }: GivenRows,
  mapping: ColumnMapping,
  header: string,
  use: string,
): ColumnMapping {
  const others = Object.fromEntries(Object.entries(mapping.choice).filter(([other]) => other !== header));
  const byItself = { ...mapping, choice: others };
  if (use === '') return byItself;
  const same = tableOf(kind, rows, byItself).table.columns.filter((column) => column.header === header);
  if (same.length > 0 && same.every(({ as }) => as === use)) return byItself;
  return { ...mapping, choice: { ...others, [header]: use } };
}
