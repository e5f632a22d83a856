import { CsvError, type CsvRow } from '../../platform/files/csv-rows.ts';
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
