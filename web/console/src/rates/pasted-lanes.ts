import { readContainerEquipment } from '../../../../shared/costs/equipment/read-equipment-type.ts';
import { FileError } from '../../../../shared/platform/files/file-error.ts';
import { readTextRows } from '../../../../shared/platform/files/text-rows.ts';
import { readDate } from '../../../../shared/sheets/cell-values.ts';
import { cellText } from '../../../../shared/sheets/understand-table.ts';
import type { ContainerType } from '../api/client.ts';
import { destinationText } from './destination.ts';

/** The rates operation prices at most so many lanes in a call. */
export const MAX_LANES = 10;

export interface PastedLane {
  readonly terminal: string;
  /** "City, ST ZIP", with what the row has of it. */
  readonly destination: string;
  readonly equipment: ContainerType | undefined;
  /** YYYY-MM-DD; empty if the row has none. */
  readonly date: string;
  /** Cells for equipment and date that have another form. */
  readonly unread: readonly string[];
}

export interface PastedLanes {
  readonly lanes: readonly PastedLane[];
  /** Rows beyond the maximum. */
  readonly omitted: number;
}

type Column = 'terminal' | 'destination' | 'city' | 'state' | 'zip' | 'equipment' | 'date';

const HEADINGS: readonly (readonly [pattern: RegExp, column: Column])[] = [
  [/terminal|^(origin|port|ramp|from)\b/, 'terminal'],
  [/city/, 'city'],
  [/state|^st$/, 'state'],
  [/zip|postal/, 'zip'],
  [/equip|container/, 'equipment'],
  [/date|pick.?up/, 'date'],
  [/dest|^to$|door|consignee/, 'destination'],
];

/**
 * Reads rows that a spreadsheet or a CSV file has: with a row of headings in any order, or a terminal followed by city,
 * state, ZIP code, equipment and date in any order.
 */
export function readPastedLanes(text: string): PastedLanes {
  const rows = cellsOf(text);
  const headings = headingsOf(rows[0] ?? []);
  const body = headings === undefined ? rows : rows.slice(1);
  const lanes = body.map((row) => laneOf(headings === undefined ? guess(row) : byHeadings(row, headings)));
  return { lanes: lanes.slice(0, MAX_LANES), omitted: Math.max(0, lanes.length - MAX_LANES) };
}

const LIMITS = { bytes: 1_000_000, rows: 1_000 };

/** The cells of the rows; none while a quote is not closed. */
function cellsOf(text: string): string[][] {
  try {
    const { rows } = readTextRows(new TextEncoder().encode(text), LIMITS);
    return rows.map(({ cells }) => cells.map((cell) => cellText(cell).replaceAll(/\s+/g, ' ')));
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

/** The column of each heading; undefined if the row is a lane. */
function headingsOf(row: readonly string[]): (Column | undefined)[] | undefined {
  const columns = row.map((cell) => HEADINGS.find(([pattern]) => pattern.test(cell.toLowerCase()))?.[1]);
  const known = new Set(columns.filter((column) => column !== undefined));
  const isHeading = known.has('terminal') && (known.has('city') || known.has('destination'));
  return isHeading && row.every((cell) => !/\d/.test(cell)) ? columns : undefined;
}

/** Digits with separators: a date, perhaps one that does not exist. */
const DATE_LIKE = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/;

type Cells = Partial<Record<Column, string>>;

const byHeadings = (row: readonly string[], columns: readonly (Column | undefined)[]): Cells => {
  const cells: Cells = {};
  columns.forEach((column, index) => {
    if (column !== undefined && cells[column] === undefined) cells[column] = row[index] ?? '';
  });
  return cells;
};

/** Columns by the form of the cells; the first is the terminal. */
function guess([terminal = '', ...others]: readonly string[]): Cells {
  const cells: Cells = { terminal };
  for (const cell of others) {
    const column = columnOf(cell, cells);
    if (column !== undefined) cells[column] = cell;
  }
  return cells;
}

function columnOf(cell: string, { city, state, zip, equipment, date }: Cells): Column | undefined {
  if (cell === '') return undefined;
  if (date === undefined && DATE_LIKE.test(cell)) return 'date';
  if (zip === undefined && /^\d{4,5}(-?\d{4})?$/.test(cell)) return 'zip';
  if (state === undefined && city !== undefined && /^[A-Za-z]{2}$/.test(cell)) return 'state';
  if (city === undefined) return 'city';
  if (state === undefined && /^[A-Za-z]{2} \d{5}(-\d{4})?$/.test(cell)) return 'state';
  return equipment === undefined ? 'equipment' : undefined;
}

function laneOf({
  terminal = '',
  destination,
  city,
  state,
  zip,
  equipment = '',
  date = '',
}: Cells): PastedLane {
  const place =
    destination !== undefined && destination !== ''
      ? [destination, state, readZip(zip)].filter((part) => part).join(' ')
      : city !== undefined && state
        ? destinationText({ city, state, zip: readZip(zip) })
        : [city, readZip(zip)].filter((part) => part).join(' ');
  const container = readContainerEquipment(equipment);
  const read = readDate(date);
  const day = 'value' in read ? read.value : '';
  return {
    terminal,
    destination: place,
    equipment: container,
    date: day,
    unread: [
      ...(container === undefined && equipment !== '' ? [equipment] : []),
      ...(day === '' && date !== '' ? [date] : []),
    ],
  };
}

/** A spreadsheet removes the leading zero of a ZIP code of the northeast. */
const readZip = (zip = ''): string => (/^\d{4}$/.test(zip) ? `0${zip}` : zip);
