import { RATE_COLUMNS } from '../../../../../shared/contracts/files/rate-columns.ts';
import {
  MAX_FILE_BYTES,
  MAX_FILE_RATES,
  type RateRow,
  readRateFile,
} from '../../../../../shared/contracts/files/read-rate-file.ts';
import { CsvError, CsvReader, csvRow } from '../../../../../shared/platform/files/csv-rows.ts';
import { decodeFile } from '../../../../../shared/platform/files/decode-file.ts';
import { separatorOf } from '../../../../../shared/platform/files/separator.ts';

/** A file whose rows can be sent. */
export interface RateFile {
  readonly bytes: Uint8Array;
  readonly rows: readonly RateRow[];
  /** SHA-256 in hexadecimal digits: a repeated import of the same file sends the same keys. */
  readonly digest: string;
}

const NOT_TEXT =
  'The file is not a CSV file in UTF-8 or Windows-1252. In your spreadsheet, save it as "CSV UTF-8".';

/** Reads a file as `freight contract-rates import` does. @returns why it cannot be read, as a sentence, if it cannot. */
export async function readFile(file: Blob): Promise<RateFile | string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const rows = readRateFile(bytes);
    return { bytes, rows, digest: hex(await crypto.subtle.digest('SHA-256', bytes)) };
  } catch (error) {
    return error instanceof CsvError ? `The file cannot be read: ${error.message}.` : NOT_TEXT;
  }
}

const hex = (buffer: ArrayBuffer): string =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A file with all columns and two rates. @param today YYYY-MM-DD */
export function templateFile(today: string): string {
  const columns = Object.keys(RATE_COLUMNS) as (keyof typeof RATE_COLUMNS)[];
  const examples: readonly Partial<Record<(typeof columns)[number], string>>[] = [
    {
      external_id: 'SAV-ATL',
      customer: 'Acme Imports',
      origin: 'USSAV',
      destination: 'Atlanta, GA',
      equipment_type: 'container_40hc',
      rate_type: 'flat',
      amount: '850',
      fuel: 'included',
      effective_from: today,
      tiers: '10=800',
      accessorial_overrides: 'chassis=40',
    },
    {
      external_id: 'GA',
      origin: 'GA',
      destination: '*',
      equipment_type: 'dryvan',
      rate_type: 'per_mile',
      amount: '2.855',
      minimum: '400',
      fuel: 'schedule',
      fuel_peg: '1.25',
      fuel_miles_per_gallon: '5.5',
      effective_from: today,
    },
  ];
  const rows = [columns, ...examples.map((example) => columns.map((column) => example[column] ?? ''))];
  return rows.map((row) => `${csvRow(row)}\r\n`).join('');
}

/** The rejected rows of a file with their errors, which an import reads after a correction: it ignores the first two columns. */
export function rejectedFile(
  bytes: Uint8Array,
  rejected: readonly { readonly line: number; readonly errors: readonly string[] }[],
): string {
  const text = decodeFile(bytes, { bytes: MAX_FILE_BYTES, rows: MAX_FILE_RATES });
  const reader = new CsvReader(1, separatorOf(text));
  const errors = new Map(rejected.map((row) => [row.line, row.errors.join('; ')]));
  const [header, ...rows] = [...reader.read(text), ...reader.end()];
  const lines = [
    ['line', 'errors', ...(header?.cells ?? [])],
    ...rows.flatMap(({ number, cells }) => {
      const reasons = errors.get(number);
      return reasons === undefined ? [] : [[String(number), reasons, ...cells]];
    }),
  ];
  return lines.map((line) => `${csvRow(line)}\r\n`).join('');
}
