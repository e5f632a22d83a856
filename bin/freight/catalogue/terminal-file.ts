import { csvRow, type SheetRow } from '../../../shared/platform/files/csv-rows.ts';
import { FileError } from '../../../shared/platform/files/file-error.ts';
import {
  LIST_SEPARATOR,
  REQUIRED_COLUMNS,
  readTerminalRow,
  TERMINAL_COLUMNS,
} from '../../../shared/terminals/catalogue/read-terminal-row.ts';
import type { TerminalRecord } from '../../../shared/terminals/catalogue/terminal-record.ts';
import type { NumberedRow } from '../../../shared/terminals/management/import-terminals.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { explainedFile, rowsOfFile } from '../session/csv-file.ts';

/** Most rows of one file: all of them are checked before the first is written. */
const MAX_ROWS = 50_000;
const MAX_BYTES = 100_000_000;

/**
 * Reads a file of terminals; errors of single rows name the row.
 * @throws CommandFailedError where it cannot be read or lacks a column.
 */
export async function readTerminalFile(path: string): Promise<readonly NumberedRow[]> {
  let columns: readonly string[] | undefined;
  const rows: NumberedRow[] = [];
  try {
    for (const row of await rowsOfFile(path, { bytes: MAX_BYTES, rows: MAX_ROWS })) {
      if (columns === undefined) columns = readHeader(row.cells);
      else rows.push(readRow(columns, row));
      if (rows.length > MAX_ROWS) throw new FileError(`more than ${MAX_ROWS} rows: import it in parts`);
    }
  } catch (error) {
    throw explainedFile(path, error);
  }
  if (rows.length === 0) throw new CommandFailedError(`${path} has no rows below the header.`);
  return rows;
}

function readHeader(cells: readonly string[]): readonly string[] {
  const columns = cells.map((cell) => {
    const known = TERMINAL_COLUMNS.find((column) => column.toLowerCase() === cell.trim().toLowerCase());
    if (known === undefined) {
      throw new FileError(`unknown column "${cell}": the columns are ${TERMINAL_COLUMNS.join(', ')}`);
    }
    return known;
  });
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new FileError(`the header lacks ${missing.join(', ')}`);
  if (new Set(columns).size < columns.length) throw new FileError('the header has a column twice');
  return columns;
}

function readRow(columns: readonly string[], { number, cells }: SheetRow): NumberedRow {
  if (cells.length !== columns.length) {
    return { number, ok: false, faults: [`${cells.length} cells instead of ${columns.length}`] };
  }
  const byColumn = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  return { number, ...readTerminalRow(byColumn) };
}

/** Terminals as lines of the file that `readTerminalFile` reads. */
export function terminalLines(records: readonly TerminalRecord[]): string[] {
  const cellsOf = (record: TerminalRecord) =>
    TERMINAL_COLUMNS.map((column) => [record[column]].flat().join(LIST_SEPARATOR));
  return [TERMINAL_COLUMNS, ...records.map(cellsOf)].map(csvRow);
}
