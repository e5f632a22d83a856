import { readNumber } from '../text/decimal-number.ts';
import { FileError } from './file-error.ts';

/** At the start of a CSV file: Excel then reads it as UTF-8. Readers of this service skip it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A row of a sheet or of a CSV file, without the rows that are empty. */
export interface SheetRow {
  /** As a spreadsheet counts it, from 1: a line break inside a cell does not start a row. */
  readonly number: number;
  readonly cells: readonly string[];
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

/**
 * Parses CSV (RFC 4180) incrementally. Rows end with CRLF, LF, CR, or CR CR LF. Empty rows are skipped. A quote inside a
 * cell that does not begin with one is a character, as in 53" trailers.
 */
export class CsvReader {
  #place: Place = 'start';
  #cell = '';
  #cells: string[] = [];
  #number: number;
  /** Returns before this character that can belong to one line end. */
  #returns = 0;
  #taken = 0;
  #rowStart: { readonly at: number; readonly number: number };
  readonly #separator: string;
  readonly #limits: CsvLimits;

  /**
   * @param number of the first row; above 1 if earlier rows were read separately.
   * @param separator of cells: one character.
   */
  constructor(number = 1, separator = ',', limits = LIMITS) {
    this.#number = number;
    this.#rowStart = { at: 0, number };
    this.#separator = separator;
    this.#limits = limits;
  }

  /** Where the last row begins of which a character was read: its place in all that was read, and its number. */
  get rowStart(): { readonly at: number; readonly number: number } {
    return this.#rowStart;
  }

  /** The rows that end in this part of the text. @throws FileError */
  *read(piece: string): Generator<SheetRow> {
    for (const character of piece) {
      const row = this.#take(character);
      this.#taken += character.length;
      if (row !== undefined) yield row;
    }
  }

  /** The last row, if no line break follows it. @throws FileError */
  *end(): Generator<SheetRow> {
    if (this.#place === 'quoted') throw this.#error('a quote is not closed');
    const row = this.#endRow();
    if (row !== undefined) yield row;
  }

  #take(character: string): SheetRow | undefined {
    if (this.#returns > 0) {
      const returns = this.#returns;
      if (character === '\r') {
        if (returns === 2) this.#number += 1;
        this.#returns = 2;
        return undefined;
      }
      this.#returns = 0;
      if (character === '\n') return undefined;
      // The second return ended an empty row.
      if (returns === 2) this.#number += 1;
    }
    if (this.#place === 'start' && this.#cells.length === 0)
      this.#rowStart = { at: this.#taken, number: this.#number };
    if (this.#place === 'quoted') {
      if (character === '"') this.#place = 'quote-in-quoted';
      else this.#add(character);
      return undefined;
    }
    if (character === '"' && this.#place !== 'plain') {
      if (this.#place === 'quote-in-quoted') this.#add('"');
      this.#place = 'quoted';
      return undefined;
    }
    if (character === this.#separator) {
      this.#endCell();
      return undefined;
    }
    if (character === '\n' || character === '\r') {
      this.#returns = character === '\r' ? 1 : 0;
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

  #endRow(): SheetRow | undefined {
    this.#endCell();
    const row = { number: this.#number, cells: this.#cells };
    this.#number += 1;
    this.#cells = [];
    return row.cells.every(isBlank) ? undefined : row;
  }

  #error(what: string): FileError {
    return new FileError(`row ${this.#number}: ${what}`);
  }
}

/** Old programs end a file with Ctrl-Z. */
const isBlank = (cell: string): boolean => cell.trim() === '' || cell.trim() === '\x1a';

/**
 * Where a spreadsheet can begin a formula: at the start of a cell, after a tab, which LibreOffice takes for a separator,
 * and after a semicolon, which separates cells in many countries. There, a quote after a comma is a character, so a line
 * end inside a cell begins a row. Blanks, control characters and apostrophes can stand before the sign of a formula,
 * which can be full-width.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[[\s\p{Cc}']--[\r\n]]*[=+\-@＝＋－＠])|(?<=^|;)(?='*[\t\r\n])/gv;
const GUARDED = new RegExp(FORMULA.source.replaceAll(')(?=', ")'(?="), 'gv');

/** Puts an apostrophe before a formula, so that a spreadsheet does not run it (OWASP, "CSV Injection"). Numbers stay. */
const withGuard = (cell: string): string =>
  Number.isNaN(readNumber(cell)) ? cell.replace(FORMULA, "'") : cell;

/** Reverses `withGuard`. */
const withoutGuard = (cell: string): string => (cell.includes("'") ? cell.replace(GUARDED, '') : cell);

/** Formats a CSV row without a line break. Quotes cells if necessary and guards formulas; `CsvReader` restores the cells. */
export function csvRow(cells: readonly string[]): string {
  return cells
    .map(withGuard)
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}
