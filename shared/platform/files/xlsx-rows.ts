import { posix } from 'node:path';
import { Parser } from 'saxen';
import type { SheetRow } from './csv-rows.ts';
import { FileError } from './file-error.ts';
import { fileKind, UNREADABLE_KINDS } from './file-kind.ts';
import { builtInStyle, isoDateText, type NumberStyle, numberText, styleOfFormat } from './xlsx-cell-text.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

/** A worksheet. Rows without a text are left out. Of merged cells, the first one has the text. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Cells from column A; those after the last text are left out. */
  readonly rows: readonly SheetRow[];
  /** Numbers of the rows that Excel does not show. */
  readonly hiddenRows: readonly number[];
  /** Letters of the columns with a text that Excel does not show: "C". */
  readonly hiddenColumns: readonly string[];
}

/** What a workbook may have at most. */
export interface WorkbookLimits {
  /** With a text, of one sheet. */
  readonly rows: number;
  /** Up to the last one with a text. */
  readonly columns: number;
  /** Of all sheets, with empty ones before the last text of a row. */
  readonly cells: number;
  /** Of all parts of the file. */
  readonly uncompressedBytes: number;
}

const BROKEN = 'the workbook cannot be read. Open it in Excel, save it again as .xlsx and send the copy';
const MAX_ROW_NUMBER = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Characters, as in Excel. */
const MAX_CELL = 32_767;

interface Element {
  /** Without a prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface XmlEvents {
  open(element: Element): void;
  close?(name: string): void;
  text?(text: string): void;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The parser keeps what it cannot parse yet, and looks at it again with each piece. */
const MAX_PENDING = 1024 * 1024;

/** Parses a part of a workbook while it is expanded. @throws FileError also for a DOCTYPE, which no workbook has. */
async function parsePart(parts: ZipParts, name: string, events: XmlEvents): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pending = 0;
  const refuse = (): never => {
    throw new FileError(BROKEN);
  };
  const progress = () => {
    pending = 0;
  };
  const parser = new Parser()
    .on('openTag', (tag, read, decode) => {
      progress();
      const attributes = { ...read() };
      for (const [key, value] of Object.entries(attributes)) attributes[key] = decode(value);
      events.open({ name: withoutPrefix(tag), attributes });
    })
    .on('closeTag', (tag) => {
      progress();
      events.close?.(withoutPrefix(tag));
    })
    .on('text', (text, decode) => events.text?.(decode(text)))
    .on('cdata', (text) => events.text?.(text))
    .on('comment', progress)
    .on('question', progress)
    .on('attention', refuse)
    .on('error', refuse)
    .on('warn', refuse);
  const write = (text: string): void => {
    pending += text.length;
    parser.write(text);
    if (pending > MAX_PENDING) refuse();
  };
  try {
    for await (const piece of parts.read(name)) write(decoder.decode(piece, { stream: true }));
    write(decoder.decode());
    parser.end();
  } catch (error) {
    // Of the decoder: the part is not UTF-8.
    throw error instanceof FileError ? error : new FileError(BROKEN);
  }
}

const tooManyCells = (most: number) =>
  new FileError(`the workbook has more than ${most} cells. Split it into several files`);

/** Excel writes control characters as `_x000D_`, and an underscore before such a text as `_x005F_`. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Collects the text of the elements `t` inside of an element, without pronunciations. */
class RichText {
  #text = '';
  #isText = false;
  #pronunciations = 0;

  open(name: string): void {
    if (name === 'rPh') this.#pronunciations += 1;
    if (name === 't') this.#isText = this.#pronunciations === 0;
  }
  close(name: string): void {
    if (name === 'rPh') this.#pronunciations -= 1;
    if (name === 't') this.#isText = false;
  }
  add(piece: string): void {
    if (!this.#isText) return;
    this.#text += piece;
    if (this.#text.length > MAX_CELL) throw new FileError(`a cell has more than ${MAX_CELL} characters`);
  }
  /** The text so far, which is then forgotten. */
  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

/** The texts that cells name by index. @param most a workbook has fewer texts than cells. */
async function readSharedStrings(
  parts: ZipParts,
  name: string | undefined,
  most: number,
): Promise<readonly string[]> {
  const strings: string[] = [];
  if (name === undefined) return strings;
  const text = new RichText();
  await parsePart(parts, name, {
    open: (element) => text.open(element.name),
    text: (piece) => text.add(piece),
    close(element) {
      text.close(element);
      if (element !== 'si') return;
      if (strings.length === most) throw tooManyCells(most);
      strings.push(text.take());
    },
  });
  return strings;
}

/** Number styles by the index that cells name. */
async function readStyles(parts: ZipParts, name: string | undefined): Promise<readonly NumberStyle[]> {
  const styles: NumberStyle[] = [];
  if (name === undefined) return styles;
  const own = new Map<number, NumberStyle>();
  let isOfCells = false;
  await parsePart(parts, name, {
    open({ name: element, attributes }) {
      if (element === 'cellXfs') isOfCells = true;
      if (element === 'numFmt')
        own.set(Number(attributes.numFmtId), styleOfFormat(attributes.formatCode ?? ''));
      if (element !== 'xf' || !isOfCells) return;
      const id = Number(attributes.numFmtId ?? 0);
      styles.push(own.get(id) ?? builtInStyle(id));
    },
    close(element) {
      if (element === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

/** What a part refers to, by id, with names of parts. */
async function readRelations(parts: ZipParts, of: string): Promise<ReadonlyMap<string, Relation>> {
  const { dir, base } = posix.parse(of);
  const name = posix.join(dir, '_rels', `${base}.rels`);
  const relations = new Map<string, Relation>();
  if (!parts.names.includes(name)) return relations;
  await parsePart(parts, name, {
    open({ name: element, attributes: { Id, Type = '', Target = '', TargetMode } }) {
      if (element !== 'Relationship' || Id === undefined || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
  });
  return relations;
}

interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  readonly id: string;
}

async function readSheetList(parts: ZipParts, name: string) {
  const sheets: SheetEntry[] = [];
  let uses1904 = false;
  await parsePart(parts, name, {
    open({ name: element, attributes }) {
      if (element === 'workbookPr') uses1904 = /^(?:1|true|on)$/.test(attributes.date1904 ?? '');
      if (element !== 'sheet') return;
      const { name: title = '', state = 'visible' } = attributes;
      // The prefix of the namespace is free.
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({ name: unescaped(title), isHidden: state !== 'visible', id });
    },
  });
  return { sheets, uses1904 };
}

const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : `${letters(Math.floor(column / 26) - 1)}${letters(column % 26)}`;

/** The column of a reference such as `C12`, from 0; undefined if the text is not one. */
function columnOf(reference: string): number | undefined {
  const [, name = ''] = /^([A-Z]{1,3})\d*$/.exec(reference) ?? [];
  const column = [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return column === 0 || column > MAX_COLUMNS ? undefined : column - 1;
}

interface Workbook {
  readonly strings: readonly string[];
  readonly styles: readonly NumberStyle[];
  readonly uses1904: boolean;
}

interface Cell {
  readonly type: string;
  readonly style: NumberStyle;
  readonly column: number;
  value: string;
  formula: string | undefined;
}

/** Reads worksheets of a workbook; the cells of all count toward the limit. */
class SheetReader {
  readonly #workbook: Workbook;
  readonly #limits: WorkbookLimits;
  #cells = 0;

  constructor(workbook: Workbook, limits: WorkbookLimits) {
    this.#workbook = workbook;
    this.#limits = limits;
  }

  /** @throws FileError */
  async read(parts: ZipParts, part: string, { name, isHidden }: SheetEntry): Promise<Sheet> {
    const rows: SheetRow[] = [];
    const hiddenRows: number[] = [];
    const hidden: [first: number, last: number][] = [];
    const inline = new RichText();
    let [number, isRowHidden, column, last] = [0, false, -1, -1];
    let cells: string[] = [];
    let cell: Cell | undefined;
    let element = '';

    const openCell = ({ r, s = '', t = 'n' }: Element['attributes']): Cell => {
      const at = r === undefined ? column + 1 : columnOf(r);
      if (at === undefined || at >= MAX_COLUMNS) throw new FileError(BROKEN);
      column = at;
      return {
        type: t,
        style: this.#workbook.styles[Number(s)] ?? builtInStyle(0),
        column,
        value: '',
        formula: undefined,
      };
    };
    const closeCell = (closed: Cell): void => {
      const text = this.#textOf(closed, inline.take());
      if (text === '') return;
      this.#place(cells, closed.column, text, name);
    };
    const closeRow = (): void => {
      if (cells.length === 0) return;
      if (rows.length === this.#limits.rows) {
        throw new FileError(
          `the sheet "${name}" has more than ${this.#limits.rows} rows. Split it into several files`,
        );
      }
      rows.push({ number, cells });
      if (isRowHidden) hiddenRows.push(number);
      last = Math.max(last, cells.length - 1);
    };

    await parsePart(parts, part, {
      open: ({ name: opened, attributes }) => {
        element = opened;
        if (opened === 'row') {
          number = attributes.r === undefined ? number + 1 : Number(attributes.r);
          if (!(Number.isInteger(number) && number >= 1 && number <= MAX_ROW_NUMBER))
            throw new FileError(BROKEN);
          isRowHidden = isTrue(attributes.hidden);
          cells = [];
          column = -1;
        } else if (opened === 'c') {
          cell = openCell(attributes);
        } else if (opened === 'f' && cell !== undefined) {
          cell.formula = '';
        } else if (opened === 'col' && isTrue(attributes.hidden)) {
          hidden.push([Number(attributes.min) - 1, Number(attributes.max) - 1]);
        }
        inline.open(opened);
      },
      text: (piece) => {
        if (cell === undefined) return;
        inline.add(piece);
        if (element === 'v') cell.value += piece;
        else if (element === 'f') cell.formula += piece;
        if (cell.value.length > MAX_CELL) throw new FileError(`a cell has more than ${MAX_CELL} characters`);
      },
      close: (closed) => {
        element = '';
        inline.close(closed);
        if (closed === 'c' && cell !== undefined) {
          closeCell(cell);
          cell = undefined;
        } else if (closed === 'row') {
          closeRow();
        }
      },
    });
    const used = Array.from({ length: last + 1 }, (_, at) => at);
    const hiddenColumns = used
      .filter((at) => hidden.some(([from, to]) => from <= at && at <= to))
      .filter((at) => rows.some(({ cells: { [at]: text = '' } }) => text !== ''))
      .map(letters);
    return { name, isHidden, rows, hiddenRows, hiddenColumns };
  }

  /** Puts a text at its column, with empty cells before it. */
  #place(cells: string[], column: number, text: string, sheet: string): void {
    const { columns, cells: most } = this.#limits;
    if (column >= columns) {
      throw new FileError(
        `the sheet "${sheet}" has a value in column ${letters(column)}; at most ${columns} columns are read. Remove the columns that are not needed`,
      );
    }
    this.#cells += Math.max(0, column + 1 - cells.length);
    if (this.#cells > most) {
      throw tooManyCells(most);
    }
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }

  #textOf({ type, style, value, formula }: Cell, inline: string): string {
    if (type === 'inlineStr') return inline;
    // Written by a program that does not calculate: the formula shows why the cell has no value.
    if (value === '') return formula === undefined || type === 'str' ? '' : `=${formula}`;
    if (type === 's') {
      const text = this.#workbook.strings[Number(value)];
      if (text === undefined) throw new FileError(BROKEN);
      return text;
    }
    if (type === 'b') return value === '0' || value === 'false' ? 'FALSE' : 'TRUE';
    if (type === 'd') return isoDateText(value);
    if (type !== 'n') return unescaped(value);
    const number = Number(value);
    return Number.isFinite(number) ? numberText(number, style, this.#workbook.uses1904) : value;
  }
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The part with the workbook. @throws FileError if the file is another kind of workbook or none. */
async function findWorkbook(parts: ZipParts): Promise<string> {
  const has = (ending: string) => parts.names.some((name) => name.toLowerCase().endsWith(ending));
  if (has('vbaproject.bin')) {
    throw new FileError(
      'the workbook has macros (.xlsm). Save it as .xlsx, without macros, and send the copy',
    );
  }
  if (has('xl/workbook.bin')) {
    throw new FileError('the workbook is a binary one (.xlsb). Save it as .xlsx and send the copy');
  }
  const relations = await readRelations(parts, '');
  const [main] = [...relations.values()].filter(({ type }) => type === 'officeDocument');
  const name = main?.target ?? 'xl/workbook.xml';
  if (!parts.names.includes(name) || name.startsWith('word/') || name.startsWith('ppt/')) {
    throw new FileError(UNREADABLE_KINDS.zip);
  }
  return name;
}

/**
 * Reads the worksheets of an XLSX workbook as texts, in their order: texts as they stand, numbers in decimal digits, with the
 * zeros of formats for ZIP codes, percents as `18%`, dates as `YYYY-MM-DD`, with ` HH:MM` if there is a time, formulas by
 * their stored value. What the file declares is checked before it is expanded, and its limits hold while it is read.
 * @throws FileError
 */
export async function readWorkbook(bytes: Uint8Array, limits: WorkbookLimits): Promise<readonly Sheet[]> {
  const kind = fileKind(bytes);
  if (kind === 'text') throw new FileError('the file is not an Excel workbook (.xlsx)');
  if (kind !== 'xlsx' && kind !== 'zip') throw new FileError(UNREADABLE_KINDS[kind]);
  const parts = await openZip(bytes, limits.uncompressedBytes);
  const name = await findWorkbook(parts);
  const relations = await readRelations(parts, name);
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target;
  const { sheets, uses1904 } = await readSheetList(parts, name);
  const strings = await readSharedStrings(parts, partOf('sharedStrings'), limits.cells);
  const styles = await readStyles(parts, partOf('styles'));
  const reader = new SheetReader({ strings, styles, uses1904 }, limits);
  const read: Sheet[] = [];
  for (const sheet of sheets) {
    const relation = relations.get(sheet.id);
    if (relation === undefined) throw new FileError(BROKEN);
    // Sheets of charts, dialogs and macros have no cells.
    if (relation.type === 'worksheet') read.push(await reader.read(parts, relation.target, sheet));
  }
  return read;
}
