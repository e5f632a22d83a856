import { csvRow, type SheetRow } from './csv-rows.ts';

/** The first line of a file of rejected rows, with line end. */
export const rejectedRowsHeader = (header: readonly string[]): string =>
  `${csvRow(['line', 'reason', ...header])}\n`;

/** A line of a file of rejected rows, with line end. */
export const rejectedRowLine = ({ number, cells }: SheetRow, reason: string): string =>
  `${csvRow([String(number), reason, ...cells])}\n`;
