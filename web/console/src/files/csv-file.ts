import { csvRow } from '../../../../shared/platform/files/csv-rows.ts';

const MEGABYTE = 1_000_000;
const ONE_DIGIT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < MEGABYTE
    ? `${ONE_DIGIT.format(bytes / 1_000)} kB`
    : `${ONE_DIGIT.format(bytes / MEGABYTE)} MB`;
}

/** Names of files that can be sent, as the choice of a file filters them. */
export const FILE_TYPES = ['.csv', '.tsv', '.txt', '.xlsx'] as const;

/** Why a file cannot be sent; undefined if it can. The service checks the content. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>, maxBytes: number): string | undefined {
  if (!FILE_TYPES.some((type) => name.toLowerCase().endsWith(type)))
    return 'The file is neither a text file (.csv, .tsv, .txt) nor an Excel workbook (.xlsx). In your spreadsheet, save it as one of them.';
  if (size === 0) return 'The file is empty.';
  if (size <= maxBytes) return undefined;
  return `The file has ${sizeText(size)}; the maximum is ${sizeText(maxBytes)}. Split it into several files.`;
}

export type CsvCell = string | number | null;

/** A CSV file of these rows, as `csvRow` writes them. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${csvRow(row.map((cell) => String(cell ?? '')))}\r\n`).join('');

/**
 * The same path and query on the origin of the console. The signature is for the host of the bucket, which receives the
 * request from there.
 */
export function onOwnOrigin(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
