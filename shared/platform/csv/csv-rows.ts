import { readNumber } from '../text/decimal-number.ts';

/** One row with its number as a spreadsheet shows it, from 1; a line break inside quotes does not count. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** The text is no CSV; the message says in which row and why. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** Longest cell: a quote that is not closed would swallow the file. */
const MAX_CELL = 10_000;
const MAX_CELLS = 200;

type Place = 'start' | 'plain' | 'quoted' | 'quote-in-quoted';

/** Reads CSV (RFC 4180) a piece at a time. Row ends are CRLF, LF or CR; rows with nothing in them are left out. */
export class CsvReader {
  #place: Place = 'start';
  #cell = '';
  #cells: string[] = [];
  #number: number;
  #afterReturn = false;

  /** @param number of the first row: above 1 where rows before it were read elsewhere. */
  constructor(number = 1) {
    this.#number = number;
  }

  /** Of the row that is read next, or under way. */
  get number(): number {
    return this.#number;
  }

  /** The rows that end in this piece of the text. @throws CsvError */
  *read(piece: string): Generator<CsvRow> {
    for (const character of piece) {
      const row = this.#take(character);
      if (row !== undefined) yield row;
    }
  }

  /** The last row, where no line break follows it. @throws CsvError */
  *end(): Generator<CsvRow> {
    if (this.#place === 'quoted') throw this.#error('a quote is not closed');
    const row = this.#endRow();
    if (row !== undefined) yield row;
  }

  #take(character: string): CsvRow | undefined {
    const closesReturn = this.#afterReturn && character === '\n';
    this.#afterReturn = false;
    if (closesReturn) return undefined;
    if (this.#place === 'quoted') {
      if (character === '"') this.#place = 'quote-in-quoted';
      else this.#add(character);
      return undefined;
    }
    if (character === '"') {
      if (this.#place === 'plain') throw this.#error('a quote inside a cell that does not begin with one');
      if (this.#place === 'quote-in-quoted') this.#add('"');
      this.#place = 'quoted';
      return undefined;
    }
    if (character === ',') {
      this.#endCell();
      return undefined;
    }
    if (character === '\n' || character === '\r') {
      this.#afterReturn = character === '\r';
      return this.#endRow();
    }
    if (this.#place === 'quote-in-quoted') throw this.#error('text after a closing quote');
    this.#place = 'plain';
    this.#add(character);
    return undefined;
  }

  #add(character: string): void {
    this.#cell += character;
    if (this.#cell.length > MAX_CELL) throw this.#error(`a cell of more than ${MAX_CELL} characters`);
  }

  #endCell(): void {
    this.#cells.push(withoutGuard(this.#cell));
    if (this.#cells.length > MAX_CELLS) throw this.#error(`more than ${MAX_CELLS} cells`);
    this.#cell = '';
    this.#place = 'start';
  }

  #endRow(): CsvRow | undefined {
    this.#endCell();
    const row = { number: this.#number, cells: this.#cells };
    this.#number += 1;
    this.#cells = [];
    return row.cells.every((cell) => cell.trim() === '') ? undefined : row;
  }

  #error(what: string): CsvError {
    return new CsvError(`row ${this.#number}: ${what}`);
  }
}

/** How a cell begins that a spreadsheet would run as a formula; apostrophes before it may be guards. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** An apostrophe in front keeps a spreadsheet from running a cell (OWASP, "CSV Injection"). A number runs nothing. */
const withGuard = (cell: string): string =>
  FORMULA.test(cell) && Number.isNaN(readNumber(cell)) ? `'${cell}` : cell;

/** The cell that `withGuard` was given. */
const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** A row of CSV, with quotes where a cell needs them and formulas guarded, without a line break; reads back as it was. */
export function csvRow(cells: readonly string[]): string {
  return cells
    .map(withGuard)
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}
