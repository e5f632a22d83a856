import { CsvError, CsvReader, type CsvRow } from '../../platform/files/csv-rows.ts';
import { decodeFile } from '../../platform/files/decode-file.ts';
import { separatorOf } from '../../platform/files/separator.ts';
import { readSpreadsheetNumber } from '../../platform/files/spreadsheet-number.ts';
import { findRateColumns, type RateColumn, type RatePositions } from './rate-columns.ts';

/** Maximum bytes and rates of a file. */
export const MAX_FILE_BYTES = 60_000_000;
export const MAX_FILE_RATES = 100_000;

/** A rate of a file, as a request has it. Invalid cells are kept as they are: the API states what is wrong. */
export interface RateRow {
  /** As in a spreadsheet, from 1. */
  readonly number: number;
  readonly rate: Readonly<Record<string, unknown>>;
}

/** Cells of overrides and tiers have entries such as "chassis=40; hazmat=5%" and "5=800; 10=750". */
const entriesOf = (cell: string): readonly (readonly [name: string, value: string])[] =>
  cell
    .split(/[;|]/)
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [name = '', ...value] = entry.split('=');
      return [name.trim(), value.join('=').trim()] as const;
    });

const readCharge = (value: string) =>
  value.endsWith('%')
    ? { percent_of_base: readSpreadsheetNumber(value.slice(0, -1).trim()) }
    : { rate: readSpreadsheetNumber(value) };

/** A rate of a file with the cells of its row. */
export interface FileRate extends RateRow {
  readonly cells: readonly string[];
}

/** The rate of a row. Empty cells are left out. */
export function rateOfRow({ number, cells }: CsvRow, columns: RatePositions): RateRow {
  const cell = (column: RateColumn): string => (cells[columns.get(column) ?? -1] ?? '').trim();
  const amount = (column: RateColumn): number | string =>
    readSpreadsheetNumber(cell(column).replace(/^\$\s*/, ''));
  const overrides = entriesOf(cell('accessorial_overrides'));
  const tiers = entriesOf(cell('tiers'));
  const schedule = { peg: amount('fuel_peg'), miles_per_gallon: amount('fuel_miles_per_gallon') };
  const hasSchedule = schedule.peg !== '' || schedule.miles_per_gallon !== '';
  const rate = {
    customer: cell('customer'),
    origin: cell('origin'),
    destination: cell('destination'),
    equipment_type: cell('equipment_type'),
    rate_type: cell('rate_type')
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
    amount: amount('amount'),
    minimum: amount('minimum'),
    fuel: cell('fuel').toLowerCase(),
    fuel_schedule: hasSchedule ? schedule : '',
    accessorial_overrides:
      overrides.length > 0
        ? Object.fromEntries(overrides.map(([name, value]) => [name, readCharge(value)]))
        : '',
    effective_from: cell('effective_from'),
    effective_to: cell('effective_to'),
    tiers:
      tiers.length > 0
        ? tiers.map(([from, value]) => ({
            from_volume: readSpreadsheetNumber(from),
            amount: readSpreadsheetNumber(value),
          }))
        : '',
    external_id: cell('external_id'),
  };
  return { number, rate: Object.fromEntries(Object.entries(rate).filter(([, value]) => value !== '')) };
}

/**
 * Reads a file of contract rates: CSV with a header, separated by commas, semicolons or tabs.
 * @throws CsvError, or an error for which `isNotUtf8` is true.
 */
export const readRateFile = (bytes: Uint8Array): readonly RateRow[] =>
  readFileRates(bytes).rows.map(({ number, rate }) => ({ number, rate }));

/** As `readRateFile`, with the cells of the header and of each row. */
export function readFileRates(bytes: Uint8Array): {
  readonly header: readonly string[];
  readonly rows: readonly FileRate[];
} {
  const text = decodeFile(bytes, { bytes: MAX_FILE_BYTES, rows: MAX_FILE_RATES });
  const reader = new CsvReader(1, separatorOf(text));
  let header: readonly string[] = [];
  let columns: RatePositions | undefined;
  const rows: FileRate[] = [];
  for (const part of [reader.read(text), reader.end()]) {
    for (const row of part) {
      if (columns === undefined) {
        columns = findRateColumns(row.cells);
        header = row.cells;
      } else if (rows.length === MAX_FILE_RATES) {
        throw new CsvError(`row ${row.number}: more than ${MAX_FILE_RATES} rates`);
      } else rows.push({ ...rateOfRow(row, columns), cells: row.cells });
    }
  }
  if (columns === undefined) throw new CsvError('the file is empty');
  if (rows.length === 0) throw new CsvError('the file has no rows below the header');
  return { header, rows };
}
