/** A row of a sheet or of a CSV file, without the rows that are empty. */
export interface SheetRow {
  /** As a spreadsheet counts it, from 1: a line break inside a cell does not start a row. */
  readonly number: number;
  readonly cells: readonly string[];
}
