import type { BenchmarkFault, FileRate } from '../../shared/costs/trailers/benchmark-book.ts';
import { readAmount, readDate } from '../../shared/sheets/cell-values.ts';
import { readSheet } from '../../shared/sheets/read-sheet.ts';
import type { FileKind, TableRow } from '../../shared/sheets/table.ts';
import { BEYOND_COLUMNS } from '../../shared/sheets/table-rows.ts';
import { columnReport } from '../../shared/sheets/understand-table.ts';

type Column = 'report_date' | 'district' | 'destination' | 'low_usd' | 'high_usd';

const RATES_FILE: FileKind<Column> = {
  meanings: {
    report_date: { names: ['report date', 'date'] },
    district: { names: ['district', 'shipping district', 'origin'] },
    destination: { names: ['destination', 'destination city'] },
    low_usd: { names: ['low usd', 'low', 'low price', 'low rate'] },
    high_usd: { names: ['high usd', 'high', 'high price', 'high rate'] },
  },
  required: [['report_date'], ['district'], ['destination'], ['low_usd'], ['high_usd']],
  roles: [],
};
/** Some decades of weekly reports. */
const LIMITS = { bytes: 20_000_000, rows: 200_000 };

export interface PublishedFile {
  readonly rates: readonly FileRate[];
  readonly faults: readonly BenchmarkFault[];
  /** Headers of columns that are not used. */
  readonly unread: readonly string[];
}

/** Reads published rates: one row a lane and report. @throws FileError if a column is missing. */
export function readPublishedFile(bytes: Uint8Array): PublishedFile {
  const { table, rows, style, skipped } = readSheet(bytes, RATES_FILE, LIMITS);
  const read = rows.map((row) => readRate(row, style));
  return {
    rates: read.flatMap((one) => ('date' in one ? [one] : [])),
    faults: [
      ...read.flatMap((one) => ('fault' in one ? [one] : [])),
      ...skipped
        .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
        .map(({ number }) => ({ row: number, fault: 'is a heading or a total' })),
    ],
    unread: columnReport(table).unread,
  };
}

function readRate(row: TableRow<Column>, style: Parameters<typeof readAmount>[1]): FileRate | BenchmarkFault {
  const fault = (reason: string) => ({ row: row.number, fault: reason });
  if (row.beyond !== undefined) return fault(`"${row.beyond}" ${BEYOND_COLUMNS}`);
  const date = readDate(row.text('report_date'));
  if ('fault' in date) return fault(`report_date "${row.text('report_date')}" ${date.fault}`);
  const [district, destination] = [row.text('district'), row.text('destination')];
  if (district === '' || destination === '') return fault('the district or the destination is missing');
  // The separators of the stored form.
  if (/[|\n]/.test(district + destination))
    return fault('a district or destination contains "|" or a line break');
  const [low, high] = [readAmount(row.text('low_usd'), style), readAmount(row.text('high_usd'), style)];
  if ('fault' in low) return fault(`low_usd "${row.text('low_usd')}" ${low.fault}`);
  if ('fault' in high) return fault(`high_usd "${row.text('high_usd')}" ${high.fault}`);
  if ([low, high].some(({ value }) => value.unit === 'mile' || value.unit === 'percent')) {
    return fault('rates are USD a load');
  }
  return {
    row: row.number,
    date: date.value,
    district,
    destination,
    lowUsd: low.value.value,
    highUsd: high.value.value,
  };
}
