import { isCalendarDay } from '../../shared/rates/utc-weeks.ts';
import { CsvError } from '../freight/csv-rows.ts';
import type { LoadRow } from './load-reader.ts';

/** Columns of an import file; the last may be missing. */
const COLUMNS = [
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
type Column = (typeof COLUMNS)[number];

/** Whose loads those are that name no contributor. */
const OWNER = 'owner';

/**
 * Reads rows under a header, which may have its columns in any order; undefined for rows with a cell that cannot be read.
 * @throws CsvError when the header lacks a column.
 */
export function rowReader(header: readonly string[]): (cells: readonly string[]) => LoadRow | undefined {
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = COLUMNS.filter((column) => column !== 'contributor' && !names.includes(column));
  if (missing.length > 0) throw new CsvError(`the header lacks ${missing.join(', ')}`);
  const positions = new Map(COLUMNS.map((column) => [column, names.indexOf(column)]));
  return (cells) => loadRow((column) => (cells[positions.get(column) ?? -1] ?? '').trim());
}

function loadRow(cell: (column: Column) => string): LoadRow | undefined {
  const date = cell('date');
  const rate = Number(cell('rate').replace(/^\$/, '').replaceAll(',', ''));
  const fuelIncluded = cell('fuel_included').toLowerCase();
  if (!isCalendarDay(date) || !(rate > 0) || !/^(true|false)$/.test(fuelIncluded)) return undefined;
  const contributor = cell('contributor');
  return {
    date,
    origin: cell('origin'),
    destinationCity: cell('destination_city'),
    destinationState: cell('destination_state').toUpperCase(),
    destinationZip: cell('destination_zip'),
    equipment: cell('equipment'),
    rate,
    fuelIncluded: fuelIncluded === 'true',
    contributor: contributor === '' ? OWNER : contributor,
  };
}
