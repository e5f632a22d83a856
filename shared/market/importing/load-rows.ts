import type { SheetRow } from '../../platform/files/csv-rows.ts';
import type { Rejection } from '../../platform/files/rejected-rows.ts';
import { endColumns } from '../../sheets/place-cells.ts';
import { cellFaultText, styleOf } from '../../sheets/read-sheet.ts';
import type { SheetForm } from '../../sheets/read-sheet-in-parts.ts';
import { cellNamed, tableRow } from '../../sheets/understand-table.ts';
import type { AcceptedLoad, LoadIntake } from './load-intake.ts';
import type { RowFault } from './place-load.ts';
import { type LoadColumn, readLoadRow } from './read-load-row.ts';

/** Converts a row to a load, or returns the reason why it is rejected; undefined for a row that is no load. */
export type ParseLoadRow = (
  row: SheetRow,
) => Promise<{ readonly accepted: AcceptedLoad } | { readonly rejected: Rejection } | undefined>;

/** Columns of which the first filled one is named in a fault. */
const COLUMNS: Readonly<Record<RowFault['of'], readonly LoadColumn[]>> = {
  origin: endColumns('origin'),
  destination: endColumns('destination'),
  equipment: ['equipment'],
  rate: ['rate', 'total'],
};

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
    if ('fault' in found) return { rejected: { ...found.fault, reason: cellFaultText(found.fault) } };
    const taken = await intake(found.row);
    if ('accepted' in taken) return taken;
    return { rejected: { reason: taken.fault, ...cellNamed(table, row.cells, COLUMNS[taken.of]) } };
  };
}
