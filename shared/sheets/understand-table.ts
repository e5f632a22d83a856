import type { SheetRow } from '../platform/files/csv-rows.ts';
import { FileError } from '../platform/files/file-error.ts';
import { isMoney } from './cell-values.ts';
import { headerWords, PORT_OF_EITHER_END } from './column-words.ts';
import { cellsOf, columnsByValues, isMost, MOST, withUnknownWords } from './columns-by-values.ts';
import { neededFacts, readHeading } from './facts-outside-table.ts';
import { isLinehaulAlone } from './fuel-cells.ts';
import { statedEnds } from './place-cells.ts';
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
import {
  type Columns,
  columnsOf,
  findHeader,
  folded,
  HEADER_WITHIN,
  IGNORE,
  SAMPLE_ROWS,
  withSides,
} from './table-header.ts';
import { DAY, factName, isOutside, notUnderstood, tableRow, tableRows, withDots } from './table-rows.ts';

/** Rows that `understandTable` needs at most. */
export const FIRST_ROWS = HEADER_WITHIN + SAMPLE_ROWS;

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

/** The columns of a table as answers list them. Columns without header are left out. */
export const columnReport = <Name extends string>({ columns }: Table<Name>): ColumnReport => ({
  read: columns.flatMap(({ header, as }) => (as === undefined ? [] : [{ header, as }])),
  unread: columns.flatMap(({ header, as }) => (as === undefined && header !== '' ? [header] : [])),
});

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
