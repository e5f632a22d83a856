import type { ContainerType } from '../api/client.ts';
import { readPastedCells } from '../format/pasted-cells.ts';
import { destinationText } from './destination.ts';
import { readContainer } from './equipment.ts';

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
  const rows = readPastedCells(text).filter((row) => row.some((cell) => cell !== ''));
  const headings = headingsOf(rows[0] ?? []);
  const body = headings === undefined ? rows : rows.slice(1);
  const lanes = body.map((row) => laneOf(headings === undefined ? guess(row) : byHeadings(row, headings)));
  return { lanes: lanes.slice(0, MAX_LANES), omitted: Math.max(0, lanes.length - MAX_LANES) };
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
  const container = readContainer(equipment);
  const day = readDate(date);
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

/** A day as YYYY-MM-DD, from that form or from month/day/year; empty for other text. */
function readDate(text: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const iso = year === undefined ? text : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return '';
  const time = Date.parse(`${iso}T00:00:00Z`);
  // The calendar has no 30 February: the engine would move it to March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : '';
}
