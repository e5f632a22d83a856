import { CsvError, CsvReader } from '../../../../shared/platform/files/csv-rows.ts';
import { encodingOf } from '../../../../shared/platform/files/decode-file.ts';
import { endOfRows } from '../../../../shared/platform/files/rows-in-part.ts';
import { separatorOf } from '../../../../shared/platform/files/separator.ts';
import type { Rows } from './column-mapping.ts';

/** The first rows of a file. */
export interface FileStart {
  /** Without empty rows. */
  readonly rows: Rows;
  readonly separator: string;
  /** Bytes before the first row with content. */
  readonly firstRow: number;
  /** Bytes before the row after it. */
  readonly secondRow: number;
}

/** More than a header and the rows of a preview have. */
const SAMPLE_BYTES = 256_000;
/** A header, and the rows of a preview. */
const MAX_ROWS = 11;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const NOT_TEXT =
  'The file is not a CSV file in UTF-8 or Windows-1252. In your spreadsheet, save it as "CSV UTF-8".';
const NO_ROW = 'The file has no row end in its first 256 kB. In your spreadsheet, save it as "CSV UTF-8".';

/**
 * Reads the first rows of a CSV file as the service does. The rest of the file is not read.
 * @returns why the file cannot be read, as a sentence, if it cannot.
 */
export async function readFileStart(file: Blob): Promise<FileStart | string> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  try {
    const start = readStart(bytes, bytes.length === file.size);
    if (start !== undefined) return start;
    return bytes.length === file.size ? 'The file is empty.' : NO_ROW;
  } catch (error) {
    return error instanceof CsvError ? `The file cannot be read: ${error.message}.` : NOT_TEXT;
  }
}

/** Undefined if no row has content. @param isWhole whether the bytes are the whole file. */
function readStart(bytes: Uint8Array, isWhole: boolean): FileStart | undefined {
  const rows: (readonly string[])[] = [];
  let start: Omit<FileStart, 'rows'> | undefined;
  const encoding = encodingOf(bytes, isWhole);
  let number = 1;
  for (let at = 0; at < bytes.length && rows.length < MAX_ROWS; number += 1) {
    const end = endOfRows(bytes, at, 1) ?? (isWhole ? bytes.length : undefined);
    if (end === undefined) break;
    const text = new TextDecoder(encoding, { ignoreBOM: at > 0 }).decode(bytes.subarray(at, end));
    const separator = start?.separator ?? separatorOf(text);
    const reader = new CsvReader(number, separator);
    const cells = [...reader.read(text), ...reader.end()].map((row) => row.cells);
    if (cells.length > 0) start ??= { separator, firstRow: afterMark(bytes, at), secondRow: end };
    rows.push(...cells);
    at = end;
  }
  return start && { ...start, rows };
}

const afterMark = (bytes: Uint8Array, at: number): number =>
  at === 0 && BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : at;
