import { csvRow } from '../../../../shared/platform/files/csv-rows.ts';

export type CsvCell = string | number | null;

/** A CSV file of these rows, as `csvRow` writes them. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${csvRow(row.map((cell) => String(cell ?? '')))}\r\n`).join('');
