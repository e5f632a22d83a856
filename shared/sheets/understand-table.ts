import type { SheetRow } from '../platform/files/csv-rows.ts';
import { FileError } from '../platform/files/file-error.ts';
import { REJECTED_COLUMNS } from '../platform/files/rejected-rows.ts';
import { isAmount, isDay, isMoney, readYesNo } from './cell-values.ts';
import { headerWords, meaningsOf, PORT_OF_EITHER_END } from './column-words.ts';
import {
  cellsOf,
  columnsByValues,
  isExport,
  isMost,
  MOST,
  withoutDoubles,
  withUnknownWords,
} from './columns-by-values.ts';
import { equipmentIn, neededFacts, readHeading } from './facts-outside-table.ts';
import { isLinehaulAlone } from './fuel-cells.ts';
import { isEquipment, isWholePlace, otherEnd, statedEnds } from './place-cells.ts';
import {
  type Column,
  type ColumnChoice,
  type ColumnReport,
  cellText,
  type Facts,
  type FileKind,
  type Table,
  type TableRow,
} from './table.ts';

/** Why a row with a cell beyond the last column is rejected. */
export const BEYOND_COLUMNS = 'is beyond the last column: put cells with commas in quotes';

/** Rows in which the header is looked for, and rows below it that show what columns have. */
const HEADER_WITHIN = 30;
const SAMPLE_ROWS = 200;
/** Rows that `understandTable` needs at most. */
export const FIRST_ROWS = HEADER_WITHIN + SAMPLE_ROWS;

type Columns<Name extends string> = readonly Column<Name>[];

const notUnderstood = (message: string): FileError => new FileError(message, 'COLUMNS_NOT_UNDERSTOOD');

/**
 * Finds the header and the meaning of its columns. The header is the first row with at least two meanings that the file
 * needs, or two rows of which the first groups the second.
 * @param rows the first rows of the file, `FIRST_ROWS` or all.
 * @throws FileError with COLUMNS_NOT_UNDERSTOOD if something that is needed is not found, or could be in a column that
 * is not understood.
 */
export function understandTable<Name extends string>(
  kind: FileKind<Name>,
  rows: readonly SheetRow[],
  choice: ColumnChoice = {},
): Table<Name> {
  const unknown = unknownMeaning(kind, choice);
  if (unknown !== undefined) throw notUnderstood(unknown);
  const table = guessTable(kind, rows, choice);
  const fault =
    doubles(table.columns) ??
    unknownHeader(table.columns, choice) ??
    missing(kind, table, rows) ??
    doubtful(kind, table, rows) ??
    zipRanges(kind, table, rows, choice);
  if (fault !== undefined) throw notUnderstood(fault);
  return table;
}

/**
 * The table as it is read without the checks of `understandTable`, so that a person can state what columns mean. Two
 * columns can have one meaning.
 * @throws FileError if there are no rows.
 */
export function guessTable<Name extends string>(
  kind: FileKind<Name>,
  rows: readonly SheetRow[],
  choice: ColumnChoice = {},
): Table<Name> {
  const found = findHeader(kind, rows, choice);
  if (found === undefined) throw new FileError('the file is empty');
  const { header, isGrouped } = found;
  const last = (isGrouped ? rows[rows.indexOf(header) + 1] : header) ?? header;
  const again = last.cells.join('\n');
  const all = rows.filter(({ number, cells }) => number > last.number && cells.join('\n') !== again);
  const sample = all.slice(0, SAMPLE_ROWS);
  const dayFirst = new Set(
    last.cells.flatMap((name, at) =>
      cellsOf(sample, at).some((cell) => DAY.test(cell)) && isDayFirst(name, cellsOf(all, at)) ? at : [],
    ),
  );
  const below = sample.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => (dayFirst.has(at) ? withDots(cell) : cell)),
  }));
  const named = columnsOf(kind, last.cells, choice, isGrouped ? header.cells : undefined, below);
  const titles = rows.filter(({ number }) => number < header.number);
  const hasOrigin =
    !named.some(({ as }) => as === 'port' || as === 'terminal') &&
    titles.some(({ cells }) => readHeading(kind, cells, ['origin'] as Name[], false).facts.origin);
  const before = withSides(kind, withUnknownWords(kind, named, below), hasOrigin);
  const read = columnsByValues(kind, before, below).map((column, at) =>
    dayFirst.has(at) ? { ...column, isDayFirst: true as const } : column,
  );
  // Lines below the last row speak of all rows, as titles do.
  const lastRow = all.findLastIndex(({ cells }) => !isOutside(read, cells));
  const around = [
    ...titles,
    ...(rows.length < FIRST_ROWS || !kind.isReadInParts ? all.slice(lastRow + 1) : []),
  ];
  const { facts, notes } = factsAround(kind, read, around);
  const table: Table<Name> = {
    columns: read,
    headerRow: last.number,
    lines: around.map(({ cells }) => cells.join(' ').trim()),
    notes: [
      ...assumedEnds(before, read),
      ...layoutNotes(read),
      ...partNotes(kind, read, below),
      ...read.flatMap(dayFirstNote),
      ...notes,
    ],
    facts,
  };
  const first = below.flatMap((row) => tableRow(table, row) ?? []);
  return {
    ...table,
    notes: [...(table.notes ?? []), ...linehaulNotes(kind, first[0])],
    stated: statedEnds(first),
  };
}

const FACT_NAMES: Readonly<Record<string, string>> = {
  equipment: 'the equipment',
  rate_type: 'the type of the rates',
  effective_from: 'the first day',
  effective_to: 'the last day',
  fuel_included: 'whether fuel is inside',
};
const factName = (name: string): string => FACT_NAMES[name] ?? `the ${name}`;

/** What lines above and below the rows say. */
function factsAround<Name extends string>(
  kind: FileKind<Name>,
  columns: readonly Column<Name>[],
  rows: readonly SheetRow[],
): { readonly facts: Facts; readonly notes: readonly string[] } {
  const needed = neededFacts(kind, columns);
  let facts: Facts = {};
  const notes: string[] = [];
  if (needed.length === 0) return { facts, notes };
  for (const { number, cells } of rows) {
    const found = readHeading(kind, cells, needed, false).facts;
    for (const [name, value] of Object.entries(found) as [Name, string][]) {
      const other = facts[name];
      if (other === value) continue;
      facts = { ...facts, [name]: other === undefined ? value : `${other} / ${value}` };
      notes.push(
        `Row ${number} says ${factName(name)}: "${value.slice(0, 100)}". It counts for rows that do not say it.`,
      );
    }
  }
  return { facts, notes };
}

/** Whether a row below the header is a line of text. */
const isOutside = <Name extends string>(
  columns: readonly Column<Name>[],
  cells: readonly string[],
): boolean => columns.length > 2 && cells.filter((cell) => cell.trim() !== '').length < 2;

/** Both ends by the order of their columns, where no header says which is which. */
function assumedEnds(before: readonly Column<string>[], found: readonly Column<string>[]): readonly string[] {
  const [origin, destination] = ['origin', 'destination'].map((end) =>
    found.find(({ as }, at) => as?.startsWith(end) && before[at]?.as === undefined),
  );
  const isAssumed = (end: string) => !before.some(({ as }) => as?.startsWith(end));
  if (!origin || !destination || !isAssumed('origin') || !isAssumed('destination')) return [];
  return [
    `"${origin.header}" was read as the origin and "${destination.header}" as the destination, by their order.`,
  ];
}

/** Meanings that change the price, of which only one column is read. */
const RIVALS = new Set([
  'volume',
  'rate',
  'rate_flat',
  'rate_per_mile',
  'total',
  'equipment',
  'date',
  'target_rate',
]);

/** How columns are read that say something of others. */
function layoutNotes(columns: readonly Column<string>[]): readonly string[] {
  const say = (is: (column: Column<string>) => unknown, sentence: (names: string) => string) =>
    columns.some(is) ? [sentence(listed(columns.filter(is).map(({ header }) => header)))] : [];
  return [
    ...columns.flatMap(({ header, as, rival, isIgnored }) => {
      const other = columns.find((column) => column.as === rival);
      return rival === undefined || as !== undefined || isIgnored || !other || !RIVALS.has(rival)
        ? []
        : [`"${header}" was not read, because "${other.header}" was read as ${rival}.`];
    }),
    ...say(
      ({ equipment }) => equipment,
      (names) => `Each filled cell of ${names} is a row with the equipment of its header.`,
    ),
    ...say(
      ({ isSummand }) => isSummand,
      (names) => `The sum of ${names} was read as the volume of a year.`,
    ),
    ...columns.flatMap(({ header, as }) =>
      as === 'origin_port' &&
      PORT_OF_EITHER_END.test(header) &&
      columns.every((column) => column.as !== 'direction')
        ? [`"${header}" was read as the origin, because no column says which rows are exports.`]
        : [],
    ),
    ...columns.flatMap(({ header, as, turns }) =>
      as !== 'direction'
        ? []
        : turns
          ? [
              `Where "${header}" says export, the port or ramp is the destination; elsewhere it is the origin.`,
            ]
          : [`"${header}" changes nothing: other headers say where a lane begins.`],
    ),
  ];
}

/** The file of loads has a linehaul and no word on fuel. */
function linehaulNotes({ meanings }: FileKind<string>, row: TableRow<string> | undefined): readonly string[] {
  if (row === undefined || !Object.hasOwn(meanings, 'contributor') || !isLinehaulAlone(row, 'rate'))
    return [];
  return [`"${row.header('rate')}" was read as without fuel, because nothing says that fuel is inside.`];
}

/** Amounts that are no part of what a carrier is paid. */
const NOT_PAID = new Set(
  'customer sell revenue billing quote margin profit commission target value'.split(' '),
);

/** A total that stands for the rate can have charges inside that a rate has not. */
function partNotes(
  { required }: FileKind<string>,
  columns: Columns<string>,
  rows: readonly SheetRow[],
): readonly string[] {
  const total = columns.find(({ as }) => as === 'total');
  const isOfRates = required.some(([first]) => first === 'rate');
  if (!isOfRates || total === undefined || columns.some(({ as }) => as === 'rate')) return [];
  const parts = columns.filter(
    ({ header, as, isIgnored }, at) =>
      (as === undefined || as === 'accessorials') &&
      !isIgnored &&
      isMost(cellsOf(rows, at), isMoney) &&
      !headerWords(header).some((word) => NOT_PAID.has(word) || word === 'mile'),
  );
  if (parts.length === 0) return [];
  return [
    `The price was read from "${total.header}", which may include ${listed(parts.map(({ header }) => header))}: name the rate without them in "columns".`,
  ];
}

const dayFirstNote = ({ header, as, isDayFirst: is }: Column<string>): readonly string[] =>
  is && as !== undefined ? [`Days of "${header}" were read with the day first.`] : [];

const DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b/;

/** Whether a column writes 13/02/2026: its header says so, or a day is no month. */
function isDayFirst(header: string, cells: readonly string[]): boolean {
  const days = cells.flatMap((cell) => {
    const [, first, second] = DAY.exec(cell) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  if (days.length === 0) return false;
  if (/\bd{1,2}\W?m{1,2}\W?y/i.test(header)) return true;
  // One of many is a typing error.
  const above = days.filter(([first]) => first > 12).length;
  return above > 0 && above >= days.length / 10 && days.every(([, second]) => second <= 12);
}

/** With dots, the day comes first. */
const withDots = (cell: string): string => cell.replace(DAY, '$1.$2.$3');

/** How many meanings the header of a sheet has, to choose one of several sheets. */
export const headerFit = (kind: FileKind<string>, rows: readonly SheetRow[]): number =>
  findHeader(kind, rows, {})?.fit ?? 0;

interface FoundHeader {
  readonly header: SheetRow;
  /** A group row alone can have two meanings, such as origin and destination: the names stand below it. */
  readonly isGrouped: boolean;
  /** Different meanings. */
  readonly fit: number;
}

const meaningsIn = (columns: Columns<string>): number => new Set(columns.flatMap(({ as }) => as ?? [])).size;

function findHeader<Name extends string>(
  kind: FileKind<Name>,
  rows: readonly SheetRow[],
  choice: ColumnChoice,
): FoundHeader | undefined {
  const first = rows.slice(0, HEADER_WITHIN);
  const at = first.findIndex((row) => groupsIn(kind, columnsOf(kind, row.cells, choice)) >= 2);
  const header = rows[at] ?? first.find((row) => isAsWide(row, rows)) ?? rows[0];
  if (header === undefined) return undefined;
  const single = meaningsIn(columnsOf(kind, header.cells, choice));
  const above = rows[rows.indexOf(header) - 1];
  if (above !== undefined && groupsDoubles(above, header))
    return { header: above, isGrouped: true, fit: single };
  const below = rows[rows.indexOf(header) + 1];
  const joined = below ? meaningsIn(columnsOf(kind, below.cells, choice, header.cells)) : 0;
  return { header, isGrouped: joined > single, fit: Math.max(single, joined) };
}

/** Whether equal names stand below different ones: "Rate" and "Rate" below "20'" and "40'". */
const groupsDoubles = (above: SheetRow, { cells }: SheetRow): boolean =>
  cells.some((name, at) => {
    const first = cells.indexOf(name);
    const [one, other] = [oneLine(above.cells[first]), oneLine(above.cells[at])];
    return first < at && name.trim() !== '' && one !== '' && other !== '' && one !== other;
  });

const filledIn = ({ cells }: SheetRow): number => cells.filter((cell) => cell.trim() !== '').length;

/** Whether a row has about as many cells as the rows below it: titles above a header have few. */
function isAsWide(row: SheetRow, rows: readonly SheetRow[]): boolean {
  const below = rows.filter(({ number }) => number > row.number).slice(0, SAMPLE_ROWS);
  const widths = below.map(filledIn).sort((a, b) => a - b);
  return filledIn(row) > 1 && filledIn(row) >= MOST * (widths[Math.floor(widths.length / 2)] ?? 0);
}

/** The columns of a table as answers list them. Columns without header are left out. */
export const columnReport = <Name extends string>({ columns }: Table<Name>): ColumnReport => ({
  read: columns.flatMap(({ header, as }) => (as === undefined ? [] : [{ header, as }])),
  unread: columns.flatMap(({ header, as }) => (as === undefined && header !== '' ? [header] : [])),
});

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

const joined = (name: string, texts: readonly string[]): string =>
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
  /^\s*(?:(?:grand|sub)[\s-]?totals?\b|(?:[\p{L} ]{1,20} )?totals?\s*(?::\s*)?$|suma?\s*(?::\s*)?$|(?:avg|average|mean)\s*(?::\s*)?$|(?:lane|row|line|yearly|weekly|monthly|annual) count\b)/iu;

/** Headers are compared with the caller's by their letters and digits. */
const folded = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Instead of a meaning: the column is not needed. */
export const IGNORE = 'ignore';

function unknownMeaning({ meanings }: FileKind<string>, choice: ColumnChoice): string | undefined {
  const known = [...Object.keys(meanings), IGNORE];
  const [header, as] = Object.entries(choice).find(([, name]) => !known.includes(name)) ?? [];
  return as && `column "${header}": "${as}" is none of ${known.join(', ')}`;
}

function unknownHeader(columns: Columns<string>, choice: ColumnChoice): string | undefined {
  const headers = new Set(columns.map(({ header }) => folded(header)));
  const unknown = Object.keys(choice).find((header) => !headers.has(folded(header)));
  return (
    unknown && `the file has no column "${unknown}"; it has ${listed(columns.map(({ header }) => header))}`
  );
}

/**
 * The columns of a header row, below a row that groups them.
 * @param below rows: a column without amounts has no rates, whatever its header says.
 */
function columnsOf<Name extends string>(
  kind: FileKind<Name>,
  cells: readonly string[],
  choice: ColumnChoice,
  groups: readonly string[] = [],
  below: readonly SheetRow[] = [],
): Columns<Name> {
  const chosen = new Map(Object.entries(choice).map(([header, as]) => [folded(header), as]));
  let group = '';
  const fits: number[] = [];
  const isRejectedRows = REJECTED_COLUMNS.every((name, at) => cells[at] === name);
  const columns = Array.from({ length: Math.max(cells.length, groups.length) }, (_, at): Column<Name> => {
    const own = oneLine(cells[at]);
    if (isRejectedRows && at < REJECTED_COLUMNS.length) return { header: own, isIgnored: true };
    group = oneLine(groups[at]) || group;
    // A group goes on over the names below it.
    const full = own === '' ? oneLine(groups[at]) : `${group} ${own}`.trim();
    let best: { readonly header: string; readonly name: Name; readonly fit: number } | undefined;
    for (const header of new Set([full, own])) {
      const as = chosen.get(folded(header));
      if (as !== undefined) return as === IGNORE ? { header, isIgnored: true } : { header, as: as as Name };
      const found = meaningsOf(kind.meanings, header).find(
        ({ name }) => !isContradicted(kind, { header, as: name }, cellsOf(below, at)),
      );
      if (found && found.fit > (best?.fit ?? 0)) best = { header, ...found };
    }
    if (best) {
      fits[at] = best.fit;
      // The equipment of a group is no part of what the column means, and still says for which rows it counts.
      return { header: equipmentIn(group).length > 0 ? full : best.header, as: best.name };
    }
    return { header: full };
  });
  return withoutDoubles(columns, fits);
}

/**
 * Whether the cells of a column show that it has another meaning than its header says: "Pickup" and "Delivery" are places
 * in some files and days in others.
 */
function isContradicted<Name extends string>(
  { meanings }: FileKind<Name>,
  column: Required<Pick<Column<Name>, 'header' | 'as'>>,
  cells: readonly string[],
): boolean {
  if (cells.length === 0) return false;
  const { as: name } = column;
  const { isValue } = meanings[name];
  if (name === 'origin' || name === 'destination') return isMost(cells, isDay);
  if (/^(?:date|start|end|effective_\w+)$/.test(name)) return isMost(cells, isWholePlace);
  if (isNamed(column)) return false;
  if (isValue === isMoney) return !cells.some(isAmount);
  // Below "Rate with fuel" are prices.
  const words = headerWords(column.header);
  if (name === 'fuel' && words.includes('included') && !words.includes('percent'))
    return isMost(cells, isAmount);
  return (
    name !== 'equipment' &&
    Object.hasOwn(meanings, 'equipment') &&
    !(isValue && cells.some(isValue)) &&
    isMost(cells, isEquipment)
  );
}

/** Whether a header is the name of the meaning, as in files of this service. */
const isNamed = ({ header, as }: Column<string>): boolean =>
  as !== undefined && folded(header) === folded(as);

const oneLine = (cell: string | undefined): string => (cell ?? '').replace(/\s+/g, ' ').trim();

/**
 * Columns that say "City" and not of which end belong to the end that was named last; without such a column, the first
 * ones belong to the origin and the second ones to the destination.
 * @param hasOrigin whether a title says the origin.
 */
function withSides<Name extends string>(
  kind: FileKind<Name>,
  columns: Columns<Name>,
  hasOrigin: boolean,
): Columns<Name> {
  let side: 'origin' | 'destination' | undefined;
  const seen = new Set<string>();
  const named = new Set(columns.flatMap(({ as }) => as ?? []) as readonly string[]);
  const sided = columns.map((column): Column<Name> => {
    const { header, as } = column;
    if (as?.startsWith('origin')) side = 'origin';
    if (as?.startsWith('destination')) side = 'destination';
    if (as === undefined || !UNSIDED.has(as)) return column;
    let of = side ?? (hasOrigin || seen.has(as) ? 'destination' : 'origin');
    // The second "Town" after the columns of the origin is that of the other end.
    if (named.has(`${of}_${as}`)) of = of === 'origin' ? 'destination' : 'origin';
    seen.add(as);
    const name = `${of}_${as}`;
    named.add(name);
    side = of;
    return Object.hasOwn(kind.meanings, name) ? { header, as: name as Name } : { header };
  });
  const ends = withBothEnds(kind, sided, (at) => UNSIDED.has(columns[at]?.as ?? ''));
  const exact = new Set(ends.filter(isNamed).map(({ as }) => as));
  const needed = new Set(kind.required.flat());
  const taken = new Set<Name>();
  return ends.map((column): Column<Name> => {
    const { header, as, isPart } = column;
    if (as === undefined || isPart) return column;
    // Exports have the columns "rate_id" and "external_id", which could both be the id of the caller.
    if (!needed.has(as) && exact.has(as) && !isNamed(column)) return { header, rival: as };
    const isDouble = taken.has(as) && !needed.has(as);
    taken.add(as);
    return isDouble ? { header, rival: as } : column;
  });
}

const DISCHARGE = /^(?!pol\b).*(?:\bpod|discharge|port of entry)/i;
const SEA_PORT = /^po[ld]|\bpo[ld]\b|discharge|port of entry|load(?:ing)?\s+port|port of load/i;

/**
 * A lane has two ends. Where all columns belong to one, and they name a port and an address, the port is one end and the
 * address the other: the port of discharge of an import is where its truck starts.
 */
function withBothEnds<Name extends string>(
  { meanings }: FileKind<Name>,
  columns: readonly Column<Name>[],
  isUnsided: (at: number) => boolean,
): readonly Column<Name>[] {
  const [from, to] = ['origin_port', 'destination_port'].map((port) =>
    columns.findIndex(({ header, as }) => as === port && SEA_PORT.test(header)),
  ) as [number, number];
  if (from >= 0 && to >= 0) {
    // The vessel sails between the two ports: the truck serves the one at its door.
    const [exports, imports] = ['origin', 'destination'].map((side) =>
      columns.some(({ as }) => as?.startsWith(side) && !as.endsWith('_port')),
    );
    if (exports === imports) return columns;
    return columns.map(({ header, as, ...column }, index) => {
      if (index === (imports ? from : to)) return { header, isIgnored: true };
      const own =
        index === (imports ? to : from) ? (`${imports ? 'origin' : 'destination'}_port` as Name) : as;
      return own === undefined ? { header, ...column } : { header, ...column, as: own };
    });
  }
  const [end, ...others] = new Set(
    columns.flatMap(({ as }) => /^(?:origin|destination)/.exec(as ?? '') ?? []),
  );
  if (end === undefined || others.length > 0) return columns;
  const moved = (indexes: readonly number[]) =>
    columns.map((column, index) => {
      const as = column.as && otherEnd(column.as);
      return indexes.includes(index) && as && Object.hasOwn(meanings, as)
        ? { ...column, as: as as Name }
        : column;
    });
  const at = (parts: RegExp) =>
    columns.flatMap(({ as }, index) => (as?.startsWith(end) && parts.test(as) ? [index] : []));
  const [ports, address] = [at(/_(?:port|terminal)$/), at(/(?:^[a-z]+|_(?:city|zip|state))$/)];
  const [port = -1] = ports;
  const [first = -1] = address;
  const free = address.filter(isUnsided);
  const hasCity = free.some((index) => columns[index]?.as?.endsWith('_city'));
  // "Ship From" and "Store City": the end that no header names is the other one.
  if (port < 0 && hasCity && columns.some(({ as }) => as === end)) return moved(free);
  if (port < 0 || first < 0) return columns;
  const isFree = [port, first].map(isUnsided);
  const header = columns[port]?.header ?? '';
  if (!isFree[0] && !isFree[1] && !SEA_PORT.test(header)) return columns;
  return moved(DISCHARGE.test(header) || !isFree[1] || (isFree[0] && first < port) ? ports : address);
}

/** Two columns that can both be needed are not told apart by their position. */
function doubles(columns: Columns<string>): string | undefined {
  const taken = new Map<string, string>();
  for (const { header, as, isPart, equipment } of columns) {
    if (as === undefined || isPart || equipment !== undefined) continue;
    const other = taken.get(as);
    if (other !== undefined)
      return `columns "${other}" and "${header}" both mean ${as}: rename one, or state the meaning of both in "columns"`;
    taken.set(as, header);
  }
  return undefined;
}

const UNSIDED: ReadonlySet<string> = new Set(['city', 'state', 'zip', 'port', 'terminal']);

const groupsIn = <Name extends string>({ required }: FileKind<Name>, columns: Columns<Name>): number =>
  required.filter((group) =>
    columns.some(({ as }) => as !== undefined && (group.includes(as) || isSided(group, as))),
  ).length;

/** A column "City" can still become part of an origin or destination. */
const isSided = (group: readonly string[], as: string): boolean =>
  UNSIDED.has(as) && group.some((name) => name.endsWith(`_${as}`));

const listed = (headers: readonly string[]): string =>
  headers
    .filter((header) => header !== '')
    .slice(0, 20)
    .map((header) => `"${header.slice(0, 60)}"`)
    .join(', ') || 'no names of columns';

/** What the file needs, and neither a column nor a line outside the rows says. */
export function missingIn<Name extends string>(
  kind: FileKind<Name>,
  table: Table<Name>,
  rows: readonly SheetRow[],
): FileKind<Name>['required'] {
  const { columns } = table;
  const without = kind.required.filter(
    (group) => !columns.some(({ as }) => as !== undefined && group.includes(as)),
  );
  if (without.length === 0) return [];
  const [first] = tableRows(kind, table, rows).rows;
  return without.filter((group) => !group.some((name) => first?.text(name)));
}

function missing<Name extends string>(
  kind: FileKind<Name>,
  table: Table<Name>,
  rows: readonly SheetRow[],
): string | undefined {
  const groups = missingIn(kind, table, rows);
  if (groups.length === 0) return undefined;
  const names = groups.map(([name, ...others]) =>
    others.length > 0 ? `${name} (or ${others.join(', ')})` : name,
  );
  return `no column has ${names.join(' and ')}; the columns are ${listed(table.columns.map(({ header }) => header))}. Rename the columns, or state their meaning in "columns"`;
}

/** "Zip From" and "Zip To" of one area are a range and not the ends of a lane, unless the caller or the headers say so. */
function zipRanges<Name extends string>(
  kind: FileKind<Name>,
  table: Table<Name>,
  rows: readonly SheetRow[],
  choice: ColumnChoice,
): string | undefined {
  const at = (name: string) => table.columns.findIndex(({ as }) => as === name);
  const [from, to] = [at('origin_zip'), at('destination_zip')];
  if (from < 0 || to < 0 || table.columns.some(({ as }) => /^(?:origin|destination)(?!_zip)/.test(as ?? '')))
    return undefined;
  const chosen = new Set(Object.keys(choice).map(folded));
  const isSaid = (index: number, end: RegExp) => {
    const header = table.columns[index]?.header ?? '';
    return end.test(header) || chosen.has(folded(header));
  };
  if (isSaid(from, /orig/i) && isSaid(to, /dest/i)) return undefined;
  const isRange = ({ cells }: SheetRow) => {
    const [first, last] = [cellText(cells[from]), cellText(cells[to])];
    return first < last && first.slice(0, 3) === last.slice(0, 3);
  };
  const sample = tableRows(kind, table, rows).rows.slice(0, SAMPLE_ROWS);
  if (sample.length === 0 || sample.filter(isRange).length < MOST * sample.length) return undefined;
  const headers = [from, to].map((index) => table.columns[index]?.header ?? '');
  return `columns ${listed(headers)} could be ranges of ZIP codes: name the origin and the destination`;
}

function doubtful<Name extends string>(
  kind: FileKind<Name>,
  table: Table<Name>,
  rows: readonly SheetRow[],
): string | undefined {
  const sample = tableRows(kind, table, rows).rows;
  const filled = new Set(table.columns.flatMap(({ as }) => as ?? []));
  const unread = table.columns.flatMap(({ header, as, isIgnored }, at) => {
    const cells = as === undefined && !isIgnored ? cellsOf(sample, at) : [];
    return cells.length > 0 ? [{ header, cells }] : [];
  });
  const open = kind.roles.filter(({ filledBy, isNeeded }) =>
    isNeeded ? isNeeded(sample) : !filledBy.some((name) => filled.has(name) || sample[0]?.text(name)),
  );
  for (const { header, cells } of unread) {
    const words = headerWords(header);
    const role = open.find(({ words: named, unless = [], isValue }) => {
      if (words.some((word) => unless.includes(word))) return false;
      return words.some((word) => named.includes(word)) || (isValue !== undefined && isMost(cells, isValue));
    });
    if (role !== undefined)
      return `column "${header}" could be ${role.what}, and its header is not understood. Rename it, or state its meaning in "columns" ("ignore" if it is not needed)`;
  }
  return undefined;
}
