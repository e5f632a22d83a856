import { CsvError, CsvReader, type CsvRow } from '../../platform/files/csv-rows.ts';
import { decodeFile } from '../../platform/files/decode-file.ts';
import { separatorOf } from '../../platform/files/separator.ts';
import { readSpreadsheetNumber } from '../../platform/files/spreadsheet-number.ts';
import { MAX_RFP_LANES, WEEKLY_DECIMALS, WEEKS_PER_YEAR } from '../lanes/lane-draft.ts';
import { type ColumnPositions, findColumns, type LaneColumn } from './lane-columns.ts';

/** Maximum bytes of a file of lanes: 600 for each of the most lanes. */
export const MAX_FILE_BYTES = 600 * MAX_RFP_LANES;

/** Loads a week. */
const perWeek = (annual: number | string): number | string =>
  typeof annual === 'string' ? annual : Number((annual / WEEKS_PER_YEAR).toFixed(WEEKLY_DECIMALS));

/** A lane of a file: the item that `readLane` reads, and the cells of its row. */
export interface LaneRow {
  /** As in a spreadsheet, from 1. */
  readonly number: number;
  readonly item: Readonly<Record<string, unknown>>;
  readonly cells: readonly string[];
}

/** The lane of a row. Empty cells are left out. */
export function laneOfRow({ number, cells }: CsvRow, columns: ColumnPositions): LaneRow {
  const cell = (column: LaneColumn): string => (cells[columns.get(column) ?? -1] ?? '').trim();
  const end = (name: 'origin' | 'destination'): string => {
    const place = cell(name);
    if (place !== '') return place;
    const region = [cell(`${name}_state`), cell(`${name}_zip`)].filter((part) => part !== '').join(' ');
    return [cell(`${name}_city`), region].filter((part) => part !== '').join(', ');
  };
  const weekly = cell('weekly_volume');
  const annual = cell('annual_volume');
  const item = {
    lane_id: cell('lane_id'),
    origin: end('origin'),
    destination: end('destination'),
    equipment_type: cell('equipment_type'),
    weekly_volume:
      weekly === '' && annual !== '' ? perWeek(readSpreadsheetNumber(annual)) : readSpreadsheetNumber(weekly),
    special_requirements: cell('special_requirements')
      .split(/[;|,]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
  const isGiven = ([, value]: [string, unknown]) =>
    value !== '' && !(Array.isArray(value) && value.length === 0);
  return { number, cells, item: Object.fromEntries(Object.entries(item).filter(isGiven)) };
}

/** The lanes of a file. */
export interface LaneFile {
  readonly header: readonly string[];
  readonly rows: readonly LaneRow[];
}

/**
 * Reads a file of lanes: CSV with a header, separated by commas, semicolons or tabs.
 * @throws CsvError, or an error for which `isNotUtf8` is true.
 */
export function readLaneFile(bytes: Uint8Array): LaneFile {
  const text = decodeFile(bytes, { bytes: MAX_FILE_BYTES, rows: MAX_RFP_LANES });
  const reader = new CsvReader(1, separatorOf(text));
  let header: readonly string[] | undefined;
  let columns: ColumnPositions = new Map();
  const rows: LaneRow[] = [];
  const take = (row: CsvRow) => {
    if (header === undefined) {
      header = row.cells;
      columns = findColumns(header);
    } else if (rows.length === MAX_RFP_LANES) {
      throw new CsvError(`row ${row.number}: more than ${MAX_RFP_LANES} lanes`);
    } else {
      rows.push(laneOfRow(row, columns));
    }
  };
  for (const row of reader.read(text)) take(row);
  for (const row of reader.end()) take(row);
  if (header === undefined) throw new CsvError('the file is empty');
  if (rows.length === 0) throw new CsvError('the file has no rows below the header');
  return { header, rows };
}
