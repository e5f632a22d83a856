import { shownText } from '../text/bounded-text.ts';
import { csvRow, type SheetRow } from './csv-rows.ts';

/** Why a row is rejected. */
export interface Rejection {
  /** As a sentence without its period. */
  readonly reason: string;
  /** Header of the cell that is wrong, and its text; absent if none is. */
  readonly header?: string | undefined;
  readonly value?: string | undefined;
}

/** The first columns of a file of rejected rows, which have no meaning for an import. */
export const REJECTED_COLUMNS = ['line', 'reason', 'header', 'value'] as const;

/** The first line of a file of rejected rows, with line end. */
export const rejectedRowsHeader = (header: readonly string[]): string =>
  `${csvRow([...REJECTED_COLUMNS, ...header])}\n`;

/** A line of a file of rejected rows, with line end. */
export const rejectedRowLine = (
  { number, cells }: SheetRow,
  { reason, header = '', value = '' }: Rejection,
): string => `${csvRow([String(number), reason, shownCell(header), shownCell(value), ...cells])}\n`;

const MAX_SHOWN = 100;

/** A cell for a message: short, and without the characters that a terminal would run. */
export const shownCell = (cell: string): string =>
  shownText(cell.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '), MAX_SHOWN);
