import { createReadStream } from 'node:fs';
import type { NumberedRow } from '../../shared/terminals/import-terminals.ts';
import {
  ALIAS_SEPARATOR,
  REQUIRED_COLUMNS,
  readTerminalRow,
  TERMINAL_COLUMNS,
} from '../../shared/terminals/read-terminal-row.ts';
import type { TerminalRecord } from '../../shared/terminals/terminal-record.ts';
import { CsvError, CsvReader, type CsvRow, csvRow } from './csv-rows.ts';
import { CommandRefusedError } from './failure.ts';

class NotUtf8Error extends Error {
  override readonly name = 'NotUtf8Error';
}

/** Most rows of one file: all of them are checked before the first is written. */
const MAX_ROWS = 50_000;

/**
 * Reads a file of terminals; faults of single rows are told with the row.
 * @throws CommandRefusedError where it cannot be read, is not UTF-8, no CSV, or lacks a column.
 */
export async function readTerminalFile(path: string): Promise<readonly NumberedRow[]> {
  let columns: readonly string[] | undefined;
  const rows: NumberedRow[] = [];
  try {
    for await (const row of rowsOf(path)) {
      if (columns === undefined) columns = readHeader(row.cells);
      else rows.push(readRow(columns, row));
      if (rows.length > MAX_ROWS) throw new CsvError(`more than ${MAX_ROWS} rows: import it in parts`);
    }
  } catch (error) {
    throw explained(path, error);
  }
  if (rows.length === 0) throw new CommandRefusedError(`${path} has no rows under a header.`);
  return rows;
}

async function* rowsOf(path: string): AsyncGenerator<CsvRow> {
  const reader = new CsvReader();
  // It takes the byte order mark away, and refuses what is not UTF-8.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of createReadStream(path) as AsyncIterable<Uint8Array>) {
    // UTF-16 without its mark is UTF-8 with zero bytes.
    if (bytes.includes(0)) throw new NotUtf8Error();
    yield* reader.read(decoder.decode(bytes, { stream: true }));
  }
  yield* reader.read(decoder.decode());
  yield* reader.end();
}

function readHeader(cells: readonly string[]): readonly string[] {
  const columns = cells.map((cell) => {
    const known = TERMINAL_COLUMNS.find((column) => column.toLowerCase() === cell.trim().toLowerCase());
    if (known === undefined) {
      throw new CsvError(`unknown column "${cell}": the columns are ${TERMINAL_COLUMNS.join(', ')}`);
    }
    return known;
  });
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new CsvError(`the header lacks ${missing.join(', ')}`);
  if (new Set(columns).size < columns.length) throw new CsvError('the header has a column twice');
  return columns;
}

function readRow(columns: readonly string[], { number, cells }: CsvRow): NumberedRow {
  if (cells.length !== columns.length) {
    return { number, ok: false, faults: [`${cells.length} cells instead of ${columns.length}`] };
  }
  const byColumn = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  return { number, ...readTerminalRow(byColumn) };
}

function explained(path: string, error: unknown): unknown {
  if (error instanceof CsvError) return new CommandRefusedError(`${path}: ${error.message}.`);
  const { code } = Object(error) as { code?: unknown };
  if (error instanceof NotUtf8Error || code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new CommandRefusedError(`${path} is not UTF-8: save it as "CSV UTF-8" and try again.`);
  }
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
    return new CommandRefusedError(`${path} cannot be read (${code}).`);
  }
  return error;
}

/** Terminals as lines of the file that `readTerminalFile` reads. */
export function terminalLines(records: readonly TerminalRecord[]): string[] {
  const cellsOf = (record: TerminalRecord) =>
    TERMINAL_COLUMNS.map((column) =>
      column === 'aliases' ? record.aliases.join(ALIAS_SEPARATOR) : String(record[column]),
    );
  return [TERMINAL_COLUMNS, ...records.map(cellsOf)].map(csvRow);
}
