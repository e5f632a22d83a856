import { CsvError } from './csv-rows.ts';
import { rejectZeroBytes } from './utf8.ts';

/** What a kind of file may have at most. */
export interface FileLimits {
  readonly bytes: number;
  /** Rows below the header. The exact limit counts records, which are known only after decoding. */
  readonly rows: number;
}

/** A file may have empty rows and line breaks inside quotes, but not more line ends than this for each row. */
const LINE_ENDS_PER_ROW = 4;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Line ends of a file, counted by the more frequent one of line feed and return. */
function countLineEnds(bytes: Uint8Array): number {
  let [feeds, returns] = [0, 0];
  for (const byte of bytes) {
    if (byte === LINE_FEED) feeds += 1;
    else if (byte === RETURN) returns += 1;
  }
  return Math.max(feeds, returns);
}

/**
 * The text of a file: UTF-8, or else Windows-1252, which spreadsheets also export. A byte order mark is left out. A file
 * that is too large is refused before it is decoded.
 * @throws CsvError if the file is too large; an error for which `isNotUtf8` is true for zero bytes: the text is UTF-16.
 */
export function decodeFile(bytes: Uint8Array, limits: FileLimits): string {
  if (bytes.length > limits.bytes) {
    throw new CsvError(`the file has ${bytes.length} bytes; at most ${limits.bytes} are allowed`);
  }
  const lineEnds = countLineEnds(bytes);
  if (lineEnds > LINE_ENDS_PER_ROW * (limits.rows + 1)) {
    throw new CsvError(`the file has ${lineEnds} lines; at most ${limits.rows} rows are allowed`);
  }
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/**
 * The encoding of a file by all its bytes, or by its start.
 * @throws an error for which `isNotUtf8` is true for zero bytes: the text is UTF-16.
 */
export function encodingOf(bytes: Uint8Array, isWhole = true): 'utf-8' | 'windows-1252' {
  rejectZeroBytes(bytes);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
