import { CsvError, type CsvRow, csvRow } from '../../platform/csv/csv-rows.ts';
import type { AcceptedLoad, LoadIntake } from './load-intake.ts';
import { loadRowReader } from './read-load-row.ts';

/** Converts a row to a load, or returns the reason why it is rejected. */
export type ParseLoadRow = (
  row: CsvRow,
) => Promise<{ readonly accepted: AcceptedLoad } | { readonly fault: string }>;

/**
 * Creates the parser of a file's rows.
 * @param header cells of the file's first row.
 * @param today UTC, YYYY-MM-DD: later days are rejected.
 * @throws CsvError if a column is missing, unknown or duplicate.
 */
export function createLoadRowParser(
  intake: LoadIntake,
  header: readonly string[],
  today: string,
): ParseLoadRow {
  const reader = loadRowReader(header, today);
  if ('fault' in reader) throw new CsvError(reader.fault);
  return async ({ cells }) => {
    const found = reader.read(cells);
    return 'fault' in found ? found : intake(found.row);
  };
}

/** The first line of a file of rejected rows, with line end. */
export const rejectedRowsHeader = (header: readonly string[]): string =>
  `${csvRow(['line', 'reason', ...header])}\n`;

/** A line of a file of rejected rows, with line end. */
export const rejectedRowLine = ({ number, cells }: CsvRow, reason: string): string =>
  `${csvRow([String(number), reason, ...cells])}\n`;

/**
 * Why a CSV file of loads is rejected.
 * @param name of the file.
 */
export const LOAD_FILE_REJECTIONS = {
  noRows: (name: string) => `${name} has no rows below the header.`,
  noneUsable: (name: string, rejected: string) =>
    `No row of ${name} can be used; ${rejected} lists the reasons.`,
} as const;
