/** A spreadsheet evaluates a cell that begins with one of these. */
const FORMULA_START = /^[\s\p{Cc}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u;

export type CsvCell = string | number | null;

/**
 * A cell of RFC 4180. Text that a spreadsheet would evaluate gets a leading apostrophe; numbers stay numbers, also
 * negative ones.
 */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
