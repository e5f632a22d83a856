import type { SheetRow } from '../../../../shared/platform/files/csv-rows.ts';
import { FileError } from '../../../../shared/platform/files/file-error.ts';
import { LANE_FILE, type LaneColumn } from '../../../../shared/rfps/files/lane-columns.ts';
import { type LaneRow, lanesOfTable } from '../../../../shared/rfps/files/read-lane-rows.ts';
import type { NumberStyle } from '../../../../shared/sheets/cell-values.ts';
import {
  type ColumnChoice,
  FIRST_ROWS,
  guessTable,
  IGNORE,
  type Table,
  tableRow,
  understandTable,
} from '../../../../shared/sheets/understand-table.ts';

/** Rows as a person gave them: the first of a file, or all that were pasted. */
export interface GivenRows {
  readonly rows: readonly SheetRow[];
  readonly style: NumberStyle;
}

/** What a person states about the columns. */
export interface ColumnMapping {
  /** Whether a row has the names of the columns. */
  readonly hasHeader: boolean;
  /** Where it differs from how headers are read: a meaning, or "ignore", by header. */
  readonly choice: ColumnChoice;
}

/** A column for people. */
export interface InputColumn {
  /** Key of the choice. */
  readonly header: string;
  readonly name: string;
  /** A meaning or "ignore"; empty if the column is not read. */
  readonly use: string;
  readonly examples: readonly string[];
}

/** Rows as a mapping reads them. */
export interface ReadLanes {
  readonly columns: readonly InputColumn[];
  /** Why the columns are not understood, as sentences. */
  readonly faults: readonly string[];
  /** Empty if the columns are not understood. */
  readonly lanes: readonly LaneRow[];
}

const numbered = (position: number): string => `Column ${position + 1}`;

/** Names of columns for rows that have none. */
export const numberedHeader = (rows: readonly SheetRow[]): readonly string[] =>
  Array.from({ length: rows.reduce((most, { cells }) => Math.max(most, cells.length), 0) }, (_, at) =>
    numbered(at),
  );

/** The table, in rows that begin with a header. */
function tableOf(rows: readonly SheetRow[], { hasHeader, choice }: ColumnMapping) {
  if (hasHeader) return { all: rows, table: guessTable(LANE_FILE, rows, choice) };
  const header = { number: 0, cells: numberedHeader(rows) };
  return { all: [header, ...rows], table: guessTable(LANE_FILE, [header], choice) };
}

/** Whether rows have a header. One known name can be a cell of a lane, such as "Container". */
export const hasKnownHeader = ({ rows }: GivenRows): boolean =>
  guessTable(LANE_FILE, rows).columns.filter(({ as }) => as !== undefined).length > 1;

/** The headers of rows, as they are read without a choice. */
export const headersOf = ({ rows }: GivenRows): readonly string[] =>
  guessTable(LANE_FILE, rows).columns.map(({ header }) => header);

const MAX_EXAMPLES = 3;

/**
 * Reads rows as the service does. The first rows tell what the columns mean: more would make each choice slow.
 * @param laneRows the rows whose lanes are read.
 */
export function readLanes(
  { rows, style }: GivenRows,
  mapping: ColumnMapping,
  laneRows: readonly SheetRow[] = rows.slice(0, FIRST_ROWS),
): ReadLanes {
  const { all, table: guess } = tableOf(rows.slice(0, FIRST_ROWS), mapping);
  const read = understood(all, guess, mapping.choice);
  const body = all.filter(({ number }) => number > guess.headerRow);
  const columns = guess.columns.flatMap(({ header, as, isIgnored }, at): InputColumn[] => {
    const cells = body.map((row) => (row.cells[at] ?? '').trim()).filter((cell) => cell !== '');
    if (header === '' && cells.length === 0) return [];
    const use = isIgnored ? IGNORE : (as ?? '');
    return [{ header, name: header || numbered(at), use, examples: cells.slice(0, MAX_EXAMPLES) }];
  });
  if (Array.isArray(read)) return { columns, faults: read, lanes: [] };
  const lanes = lanesOfTable(
    read,
    laneRows.flatMap((row) => tableRow(read, row) ?? []),
    style,
  );
  return { columns, faults: [], lanes };
}

/** The table, or why it is not understood. */
function understood(
  rows: readonly SheetRow[],
  guess: Table<LaneColumn>,
  choice: ColumnChoice,
): Table<LaneColumn> | string[] {
  const uses = new Set(guess.columns.map(({ as }) => as));
  const missing = LANE_FILE.required.filter((group) => !group.some((use) => uses.has(use)));
  if (missing.length > 0) {
    return missing.map(
      ([end]) =>
        `No column is used for the ${end}. Choose the column that has the ${end}, its city, ZIP code, port or terminal.`,
    );
  }
  try {
    return understandTable(LANE_FILE, rows, choice);
  } catch (error) {
    if (error instanceof FileError) return [faultText(error)];
    throw error;
  }
}

/** The message of an error as a sentence. */
export const faultText = ({ message }: FileError): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/**
 * A mapping in which a column has another use. Columns with the same header have the same use. What is read without a
 * choice is not in the choice.
 */
export function changeUse(
  { rows }: GivenRows,
  mapping: ColumnMapping,
  header: string,
  use: string,
): ColumnMapping {
  const others = Object.fromEntries(Object.entries(mapping.choice).filter(([other]) => other !== header));
  const byItself = { ...mapping, choice: others };
  if (use === '') return byItself;
  const same = tableOf(rows, byItself).table.columns.filter((column) => column.header === header);
  if (same.length > 0 && same.every(({ as }) => as === use)) return byItself;
  return { ...mapping, choice: { ...others, [header]: use } };
}
