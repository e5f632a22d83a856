import { readNumber } from '../text/decimal-number.ts';

/** One row with its number as in a spreadsheet, from 1. A line break inside quotes does not start a row. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** The text is not valid CSV. The message names the row and the reason. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

export interface CsvLimits {
  /** Characters of a cell, because an unclosed quote would include the rest of the file. */
  readonly cell: number;
  /** Cells of a row. */
  readonly cells: number;
}

const LIMITS: CsvLimits = { cell: 10_000, cells: 200 };
/** For lists that this service wrote: they have more columns than the file that they are about. */
export const NO_LIMITS: CsvLimits = { cell: Number.POSITIVE_INFINITY, cells: Number.POSITIVE_INFINITY };

type Place = 'start' | 'plain' | 'quoted' | 'quote-in-quoted';

/** Parses CSV (RFC 4180) incrementally. Rows end with CRLF, LF or CR. Empty rows are skipped. */
export class CsvReader {
  #place: Place = 'start';
  #cell = '';
  #cells: string[] = [];
  #number: number;
  #afterReturn = false;
  readonly #separator: string;
  readonly #limits: CsvLimits;

  /**
   * @param number of the first row; above 1 if earlier rows were read separately.
   * @param separator of cells: one character.
   */
  constructor(number = 1, separator = ',', limits = LIMITS) {
    this.#number = number;
    this.#separator = separator;
    this.#limits = limits;
  }

  /** Number of the current or next row. */
  get number(): number {
    return this.#number;
  }

  /** The rows that end in this part of the text. @throws CsvError */
  *read(piece: string): Generator<CsvRow> {
    for (const character of piece) {
      const row = this.#take(character);
      if (row !== undefined) yield row;
    }
  }

  /** The last row, if no line break follows it. @throws CsvError */
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
    if (character === this.#separator) {
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
    const { cell } = this.#limits;
    if (this.#cell.length > cell) throw this.#error(`a cell of more than ${cell} characters`);
  }

  #endCell(): void {
    this.#cells.push(withoutGuard(this.#cell));
    const { cells } = this.#limits;
    if (this.#cells.length > cells) throw this.#error(`more than ${cells} cells`);
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

/**
 * Where a spreadsheet can begin a formula: at the start of a cell, and after a semicolon, which separates cells in many
 * countries. Blanks, control characters and apostrophes can stand before its sign, which can be full-width.
 */
const FORMULA = /(^|;)(?=[\s\p{Cc}']*[=+\-@＝＋－＠]|'*[\t\r\n])/gu;
const GUARDED = new RegExp(FORMULA.source.replace('(^|;)', "(^|;)'"), 'gu');

/** Puts an apostrophe before a formula, so that a spreadsheet does not run it (OWASP, "CSV Injection"). Numbers stay. */
const withGuard = (cell: string): string =>
  Number.isNaN(readNumber(cell)) ? cell.replace(FORMULA, "$1'") : cell;

/** Reverses `withGuard`. */
const withoutGuard = (cell: string): string => (cell.includes("'") ? cell.replace(GUARDED, '$1') : cell);

/** Formats a CSV row without a line break. Quotes cells if necessary and guards formulas; `CsvReader` restores the cells. */
export function csvRow(cells: readonly string[]): string {
  return cells
    .map(withGuard)
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}
