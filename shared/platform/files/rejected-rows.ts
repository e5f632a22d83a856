import { csvRow } from './csv-rows.ts';
import type { SheetRow } from './sheet-row.ts';

/** The first line of a file of rejected rows, with line end. */
export const rejectedRowsHeader = (header: readonly string[]): string =>
  `${csvRow(['line', 'reason', ...header])}\n`;

/** A line of a file of rejected rows, with line end. */
export const rejectedRowLine = ({ number, cells }: SheetRow, reason: string): string =>
  `${csvRow([String(number), reason, ...cells])}\n`;
