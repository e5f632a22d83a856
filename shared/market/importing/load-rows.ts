import type { SheetRow } from '../../platform/files/csv-rows.ts';
import { cellFaultText, styleOf } from '../../sheets/read-sheet.ts';
import type { SheetForm } from '../../sheets/read-sheet-in-parts.ts';
import { tableRow } from '../../sheets/understand-table.ts';
import type { AcceptedLoad, LoadIntake } from './load-intake.ts';
import { type LoadColumn, readLoadRow } from './read-load-row.ts';

/** Converts a row to a load, or returns the reason why it is rejected; undefined for a row that is no load. */
export type ParseLoadRow = (
  row: SheetRow,
) => Promise<{ readonly accepted: AcceptedLoad } | { readonly fault: string } | undefined>;

/**
 * Creates the parser of a file's rows.
 * @param today UTC, YYYY-MM-DD: later days are rejected.
 */
export function createLoadRowParser(
  intake: LoadIntake,
  { table, form }: SheetForm<LoadColumn>,
  today: string,
): ParseLoadRow {
  const reading = { style: styleOf(form.separator), today };
  return async (cells) => {
    const row = tableRow(table, cells);
    if (row === undefined) return undefined;
    const found = readLoadRow(row, reading);
    if ('skipped' in found) return undefined;
    return 'fault' in found ? { fault: cellFaultText(found.fault) } : intake(found.row);
  };
}
