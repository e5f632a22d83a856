import type { SheetRow } from '../platform/files/csv-rows.ts';
import { FileError } from '../platform/files/file-error.ts';
import { readYesNo } from './cell-values.ts';
import { meaningsOf } from './column-words.ts';
import { isExport } from './columns-by-values.ts';
import { neededFacts, readHeading } from './facts-outside-table.ts';
import { isWholePlace, otherEnd } from './place-cells.ts';
import { type Column, cellText, type Facts, type FileKind, type Table, type TableRow } from './table.ts';
import { type Columns, columnsOf, filledIn, groupsIn, oneLine } from './table-header.ts';

/** Why a row with a cell beyond the last column is rejected. */
export const BEYOND_COLUMNS = 'is beyond the last column: put cells with commas in quotes';

export const notUnderstood = (message: string): FileError => new FileError(message, 'COLUMNS_NOT_UNDERSTOOD');

const FACT_NAMES: Readonly<Record<string, string>> = {
  equipment: 'the equipment',
  rate_type: 'the type of the rates',
  effective_from: 'the first day',
  effective_to: 'the last day',
  fuel_included: 'whether fuel is inside',
};
export const factName = (name: string): string => FACT_NAMES[name] ?? `the ${name}`;

/** Whether a row below the header is a line of text. */
export const isOutside = <Name extends string>(
  columns: readonly Column<Name>[],
  cells: readonly string[],
): boolean => columns.length > 2 && cells.filter((cell) => cell.trim() !== '').length < 2;

export const DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b/;

/** With dots, the day comes first. */
export const withDots = (cell: string): string => cell.replace(DAY, '$1.$2.$3');

/**
 * The row as the table reads it; undefined for a row that is none: the header again, a total, the heading of a group, or
 * a note below the rows.
 */
export function tableRow<Name extends string>(
  { columns, headerRow, facts = {}, equipment, stated = [] }: Table<Name>,
  row: SheetRow,
): TableRow<Name> | undefined {
  if (row.number <= headerRow) return undefined;
  const filled = row.cells.filter((cell) => cell.trim() !== '');
  if (filled.length === 0 || isTotal(filled) || isOutside(columns, filled)) return undefined;
  if (isHeaderAgain(columns, row.cells)) return undefined;
  const byName = positionsOf(columns);
  const direction = byName.get('direction')?.[0] ?? -1;
  const isTurned = columns[direction]?.turns === true && isExport(cellText(row.cells[direction]));
  const at = { get: (name: Name) => byName.get(isTurned ? otherEnd(name) : name) };
  return {
    ...row,
    equipment,
    stated,
    text: (name) => {
      const found = at.get(name) ?? [];
      const texts = found.map((position) => sayOf(columns[position], cellText(row.cells[position])));
      const cell = columns[found[0] ?? -1]?.isSummand ? sumOf(texts) : joined(name, texts);
      if (cell === '' && name === 'equipment') {
        // "TBD" asks for another answer than the default.
        const raw = (row.cells[at.get(name)?.[0] ?? -1] ?? '').trim();
        if (/^(?:tb[acd]|\?+)$/i.test(raw)) return raw;
      }
      if (cell === '') return facts[name] ?? '';
      return columns[at.get(name)?.[0] ?? -1]?.isDayFirst ? withDots(cell) : cell;
    },
    header: (name) =>
      (at.get(name) ?? []).map((position) => columns[position]?.header ?? '').join(' / ') ||
      (facts[name] === undefined ? '' : name),
    beyond: row.cells.slice(columns.length).find((cell) => cellText(cell) !== ''),
  };
}

export const joined = (name: string, texts: readonly string[]): string =>
  texts.length === 1
    ? (texts[0] ?? '')
    : texts.filter((text) => text !== '').join(name === 'accessorials' ? '; ' : ' ');

/** Volumes of months or quarters as one of a year; texts that are no numbers stay. */
function sumOf(texts: readonly string[]): string {
  const numbers = texts.map((text) => Number(text.replaceAll(',', '')));
  if (texts.every((text) => text === '')) return '';
  if (numbers.some(Number.isNaN)) return texts.join(' ');
  return `${numbers.reduce((sum, number) => sum + number, 0)}/yr`;
}

/** The text of a cell, or what "yes" means in its column. */
function sayOf(column: Column<string> | undefined, cell: string): string {
  if (column?.yes === undefined || cell === '') return cell;
  const read = readYesNo(cell);
  return 'fault' in read ? cell : read.value ? column.yes : '';
}

const positions = new WeakMap<readonly Column<string>[], ReadonlyMap<string, readonly number[]>>();

/** The columns of each meaning: several if their cells are joined. */
function positionsOf(columns: readonly Column<string>[]): ReadonlyMap<string, readonly number[]> {
  const known = positions.get(columns);
  if (known !== undefined) return known;
  const found = new Map<string, readonly number[]>();
  columns.forEach(({ as }, at) => {
    if (as !== undefined) found.set(as, [...(found.get(as) ?? []), at]);
  });
  positions.set(columns, found);
  return found;
}

/** Rows of a table below its header. */
export interface TableRows<Name extends string> {
  readonly rows: readonly TableRow<Name>[];
  /** Rows that are none, such as totals. */
  readonly skipped: readonly SheetRow[];
  /** What headings between the rows say, as sentences. */
  readonly notes: readonly string[];
}

/** The rows of a table, each with what the headings above it say. */
export function tableRows<Name extends string>(
  kind: FileKind<Name>,
  table: Table<Name>,
  all: readonly SheetRow[],
): TableRows<Name> {
  const rows: TableRow<Name>[] = [];
  const skipped: SheetRow[] = [];
  const headings: string[] = [];
  const pending: string[] = [];
  const needed = kind.isReadInParts ? [] : neededFacts(kind, table.columns);
  let [below, above]: [Table<Name>, readonly string[]] = [table, []];
  let byEquipment = tablesByEquipment(below);
  const groups = kind.isReadInParts ? [] : groupColumns(table, all);
  const filled = new Set<number>();
  for (const given of all) {
    if (given.number <= table.headerRow) continue;
    rejectOtherHeader(kind, table, given);
    const row = withCellsAbove(table, groups, given, above, filled);
    const read = isHeading(kind, table, row) ? undefined : tableRow(below, row);
    if (read !== undefined) {
      above = row.cells;
      for (const part of tablesOf(byEquipment, row)) rows.push(tableRow(part, row) ?? read);
      headings.push(...pending.splice(0));
      continue;
    }
    const heading =
      needed.length > 0 && !isTotal(row.cells) ? readHeading(kind, row.cells, needed, true) : undefined;
    const facts =
      heading && (Object.keys(heading.facts).length > 0 ? heading.facts : unclear(below, table, row));
    if (facts === undefined) skipped.push(row);
    else {
      below = { ...table, facts: { ...below.facts, ...facts } };
      byEquipment = tablesByEquipment(below);
      const said = Object.entries(facts).map(
        ([name, value]) => `${factName(name)} "${String(value).slice(0, 60)}"`,
      );
      pending.push(`row ${row.number} says ${said.join(' and ')}`);
    }
  }
  const shown = headings.slice(0, MAX_HEADINGS).join('; ');
  const more = headings.length > MAX_HEADINGS ? '; and so on' : '';
  const notes = headings.length > 0 ? [`Headings were read for the rows below them: ${shown}${more}.`] : [];
  if (filled.size > 0) {
    const columns = [...new Set(groups.flat())].map((at) => `"${table.columns[at]?.header}"`).join(', ');
    const listed = [...filled].slice(0, MAX_HEADINGS).join(', ');
    notes.push(
      `Empty cells of ${columns} were read as the cell above: rows ${listed}${filled.size > MAX_HEADINGS ? ', ...' : ''}.`,
    );
  }
  return { rows, skipped, notes };
}

/** Whether a row is the header, or one of its two lines. */
const isHeaderAgain = (columns: Columns<string>, cells: readonly string[]): boolean =>
  cells.every((cell, at) => {
    const [name = '', header = ''] = [oneLine(cell), columns[at]?.header];
    return name === '' || name === header || header.endsWith(` ${name}`) || header.startsWith(`${name} `);
  });

/** A second table with other columns would be read as the first one. */
function rejectOtherHeader<Name extends string>(
  kind: FileKind<Name>,
  { columns }: Table<Name>,
  row: SheetRow,
): void {
  const filled = filledIn(row);
  if (filled < 3 || row.cells.some((cell) => /\d/.test(cell)) || isHeaderAgain(columns, row.cells)) return;
  // Two cells that name no column are enough for most rows: names of all columns take long to read.
  let unknown = 0;
  for (const cell of row.cells) {
    if (cell.trim() === '') continue;
    if ((isWholePlace(cell) || meaningsOf(kind.meanings, cell).length === 0) && ++unknown > 1) return;
  }
  const own = columnsOf(kind, row.cells, {});
  if (groupsIn(kind, own) < 2 || own.filter(({ as }) => as !== undefined).length < filled - 1) return;
  throw notUnderstood(`row ${row.number} is the header of another table: send each table as a file`);
}

const MAX_HEADINGS = 10;

/** The table once for each equipment that headers name, with the columns of it alone, and once without these columns. */
function tablesByEquipment<Name extends string>(table: Table<Name>): readonly Table<Name>[] {
  const types = new Set(table.columns.flatMap(({ equipment }) => equipment ?? []));
  if (types.size === 0) return [table];
  return [...types, undefined].map((equipment) => ({
    ...table,
    columns: table.columns.map((column): Column<Name> => {
      const { header, as } = column;
      const isOther = column.equipment !== undefined && (!equipment || !column.equipment.includes(equipment));
      return isOther || (column.equipment !== undefined && as === 'equipment') ? { header } : column;
    }),
    ...(equipment !== undefined && { equipment }),
    // None is marked: the default is no answer.
    facts: { ...table.facts, equipment: equipment ?? '?' },
    cells: table.columns.flatMap((column, at) =>
      equipment !== undefined && column.equipment?.includes(equipment) ? [at] : [],
    ),
  }));
}

/** The tables whose equipment has a cell in the row. */
function tablesOf<Name extends string>(
  tables: readonly (Table<Name> & { readonly cells?: readonly number[] })[],
  { cells }: SheetRow,
): readonly Table<Name>[] {
  if (tables.length === 1) return tables;
  const filled = tables.filter((table) =>
    table.cells?.some((at) => !/^(?:\$?[\s0.]*|no?)$/i.test(cellText(cells[at]))),
  );
  return filled.length > 0 ? filled : tables.slice(-1);
}

/**
 * Columns of an end or the equipment whose cells stand only in the first row of a group, as merged cells do. In a file
 * that repeats a value in the next row, an empty cell is a gap.
 */
function groupColumns<Name extends string>(
  { columns, headerRow }: Table<Name>,
  all: readonly SheetRow[],
): readonly (readonly number[])[] {
  const rows = all.filter(
    ({ number, cells }) => number > headerRow && !isOutside(columns, cells) && !isTotal(cells),
  );
  return GROUPED.flatMap((form) => {
    const at = columns.flatMap(({ as }, index) => (form.test(as ?? '') ? [index] : []));
    const texts = rows.map(({ cells }) =>
      at
        .map((index) => cellText(cells[index]))
        .join('\n')
        .trim(),
    );
    const blank = texts.filter((text) => text === '').length;
    const isGroup = (texts[0] ?? '') !== '' && blank > 1 && blank >= texts.length / 4;
    const repeats = texts.some((text, index) => text !== '' && text === texts[index - 1]);
    return isGroup && !repeats ? [at] : [];
  });
}
const GROUPED = [/^origin/, /^destination/, /^equipment$/];

/** A row with the cells above it for ditto marks, and for the empty cells of groups. @param filled rows with such cells. */
function withCellsAbove<Name extends string>(
  { columns }: Table<Name>,
  groups: readonly (readonly number[])[],
  row: SheetRow,
  above: readonly string[],
  filled: Set<number>,
): SheetRow {
  // A row with few cells is a heading or a note.
  const canFill = above.length > 0 && filledIn(row) > 1;
  const blank = groups
    .filter((at) => canFill && at.every((index) => (row.cells[index] ?? '').trim() === ''))
    .flat();
  const dittos = row.cells.flatMap((cell, at) =>
    DITTO.test(cell) && GROUPED.some((form) => form.test(columns[at]?.as ?? '')) ? [at] : [],
  );
  const same = new Set([...blank, ...dittos]);
  if (same.size === 0) return row;
  if (blank.length > 0) filled.add(row.number);
  const length = Math.max(row.cells.length, ...[...same].map((at) => at + 1));
  const cells = Array.from(
    { length },
    (_, at) => (same.has(at) ? above[at] : undefined) ?? row.cells[at] ?? '',
  );
  return { ...row, cells };
}
const DITTO = /^\s*(?:"|''|\u3003|ditto|do\.)\s*$/i;

/** A heading that is not understood ends what headings before it say of the equipment: rows below it are not read. */
function unclear<Name extends string>(
  { facts: now = {} }: Table<Name>,
  { facts: always = {} }: Table<Name>,
  { cells }: SheetRow,
): Facts | undefined {
  const text = cells.find((cell) => cell.trim() !== '')?.trim();
  const { equipment } = now;
  if (text === undefined || equipment === undefined || equipment === always.equipment) return undefined;
  return { equipment: text };
}

/** Whether a row with several cells has labels and their values, such as "Origin:" and "Savannah, GA". */
const isHeading = <Name extends string>(
  kind: FileKind<Name>,
  { columns }: Table<Name>,
  { cells }: SheetRow,
): boolean =>
  cells.some((cell) => /[:=]\s*(?:\S.*)?$/.test(cell) && /^\s*\p{L}/u.test(cell)) &&
  readHeading(kind, cells, neededFacts(kind, columns), false).isWhole;

const isTotal = (cells: readonly string[]): boolean => cells.some((cell) => TOTAL.test(cell));

/** The filled cell of the first of these columns, or else an empty one; undefined without such a column. */
export function cellNamed<Name extends string>(
  { columns }: Pick<Table<Name>, 'columns'>,
  cells: readonly string[],
  names: readonly string[],
): { readonly header: string; readonly value: string } | undefined {
  const found = names.flatMap((name) => {
    const at = columns.findLastIndex(({ as }) => as === name);
    return at < 0 ? [] : [{ header: columns[at]?.header ?? '', value: cellText(cells[at]) }];
  });
  return found.find(({ value }) => value !== '') ?? found[0];
}

/** Not every text with this word: "Total Terminals International" is a terminal. */
const TOTAL =
  /^\s*(?:(?:grand|sub)[\s-]?totals?\b|(?:[\p{L} ]{1,20} )?totals?\s*(?::\s*)?$|totals?(?: \p{L}+)?\s*:\s*[\d,.]+\s*$|suma?\s*(?::\s*)?$|(?:avg|average|mean)\s*(?::\s*)?$|(?:lane|row|line|yearly|weekly|monthly|annual) count\b)/iu;
