import { NO_CONTROL, textFault } from '../../platform/text/bounded-text.ts';
import { readDay } from '../../platform/time/utc-day.ts';

/** Columns of an import file, in any order; the last is optional. */
export const LOAD_COLUMNS = [
  'date',
  'origin',
  'destination_city',
  'destination_state',
  'destination_zip',
  'equipment',
  'rate',
  'fuel_included',
  'contributor',
] as const;
type LoadColumn = (typeof LOAD_COLUMNS)[number];

/** A parsed row of an import file, before its places are looked up. */
export interface LoadRow {
  /** UTC day, YYYY-MM-DD. */
  readonly date: string;
  readonly origin: string;
  readonly destinationCity: string;
  readonly destinationState: string;
  readonly destinationZip: string;
  readonly equipment: string;
  /** USD for the move. */
  readonly rate: number;
  readonly fuelIncluded: boolean;
  /** "" if the row names no contributor. */
  readonly contributor: string;
}

export type ReadLoadRow = { readonly row: LoadRow } | { readonly fault: string };
type LoadRowReader = (cells: readonly string[]) => ReadLoadRow;

/** An earlier day is a typing error. */
const FIRST_DAY = '2000-01-01';
/** No container move in the country costs more. */
const MAX_USD = 100_000;
const MAX_CONTRIBUTOR = 100;
/** In UTF-16 units; every name of a place or terminal is shorter. */
const MAX_CELL = 200;

/** An amount in dollars: optional dollar sign and thousands separators, at most 2 decimals. */
const DOLLARS = /^\$?\s?(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2}0*)?$/;

/**
 * Creates the reader of the rows under a header.
 * @param today UTC, YYYY-MM-DD: later days are rejected.
 * @returns a fault if a column is missing, unknown or duplicate.
 */
export function loadRowReader(
  header: readonly string[],
  today: string,
): { readonly read: LoadRowReader } | { readonly fault: string } {
  const names = header.map((name) => name.trim().toLowerCase());
  const known: readonly string[] = LOAD_COLUMNS;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return { fault: `the header has an unknown column "${unknown}": the columns are ${known.join(', ')}` };
  }
  const missing = LOAD_COLUMNS.filter((column) => column !== 'contributor' && !names.includes(column));
  if (missing.length > 0) return { fault: `the header is missing ${missing.join(', ')}` };
  if (new Set(names).size < names.length) return { fault: 'the header has a duplicate column' };
  const positions = new Map(names.map((name, position) => [name, position]));
  return {
    read: (cells) => {
      if (cells.length !== names.length) {
        return { fault: `${cells.length} cells instead of ${names.length}: cells with commas need quotes` };
      }
      const cell = (column: LoadColumn) => cells[positions.get(column) ?? -1] ?? '';
      const fault = cellFault(cell);
      return fault === undefined ? loadRow((column) => cell(column).trim(), today) : { fault };
    },
  };
}

function cellFault(cell: (column: LoadColumn) => string): string | undefined {
  for (const column of LOAD_COLUMNS) {
    const fault = textFault(cell(column), MAX_CELL);
    if (fault === 'too-long') return `${column} of more than ${MAX_CELL} characters`;
    if (fault === 'control') return `${column} ${NO_CONTROL}`;
  }
  return undefined;
}

function loadRow(cell: (column: LoadColumn) => string, today: string): ReadLoadRow {
  const date = cell('date');
  if (readDay(date) === undefined) return { fault: `date "${date}" is not a date YYYY-MM-DD` };
  if (date > today) return { fault: `date ${date} is in the future` };
  if (date < FIRST_DAY) return { fault: `date ${date} is before ${FIRST_DAY}` };
  const dollars = cell('rate');
  const rate = DOLLARS.test(dollars) ? Number(dollars.replace(/^\$\s?/, '').replaceAll(',', '')) : Number.NaN;
  if (Number.isNaN(rate))
    return { fault: `rate "${dollars}" is not an amount in USD with at most 2 decimals` };
  if (rate <= 0) return { fault: `rate ${dollars} is not above 0` };
  if (rate > MAX_USD) return { fault: `rate ${dollars} is above the limit for a move` };
  const fuelIncluded = cell('fuel_included').toLowerCase();
  if (fuelIncluded !== 'true' && fuelIncluded !== 'false') {
    return { fault: `fuel_included "${fuelIncluded}" is neither true nor false` };
  }
  const contributor = cell('contributor').replace(/\s+/g, ' ');
  if (contributor.length > MAX_CONTRIBUTOR) {
    return { fault: `contributor of more than ${MAX_CONTRIBUTOR} characters` };
  }
  return {
    row: {
      date,
      origin: cell('origin'),
      destinationCity: cell('destination_city'),
      destinationState: cell('destination_state').toUpperCase(),
      destinationZip: cell('destination_zip'),
      equipment: cell('equipment'),
      rate,
      fuelIncluded: fuelIncluded === 'true',
      contributor,
    },
  };
}
