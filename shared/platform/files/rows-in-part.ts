import { CsvError, CsvReader, type CsvRow } from './csv-rows.ts';
import { rejectZeroBytes } from './utf8.ts';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

/**
 * Offset after the first row end that is at least `least` bytes after the start of a row. These three characters are
 * never part of another UTF-8 character, so the bytes need not be decoded. A carriage return in the last byte does not
 * count as a row end, because its line feed may follow.
 * @returns undefined if no such row end exists.
 */
export function endOfRows(bytes: Uint8Array, from: number, least: number): number | undefined {
  let quoted = false;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) quoted = !quoted;
    if (quoted || (byte !== LINE_FEED && byte !== RETURN)) continue;
    if (byte === RETURN && at + 1 === bytes.length) return undefined;
    const end = byte === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
    if (end - from >= least) return end;
    at = end - 1;
  }
  return undefined;
}

/** Position of a part in its file. */
export interface PartPlace {
  /** In bytes. */
  readonly offset: number;
  /** Number of its first row, as in a spreadsheet. */
  readonly number: number;
}

/** Rows of a part, and the number of the row after them. */
export interface RowsInPart {
  readonly rows: readonly CsvRow[];
  readonly next: number;
}

/**
 * Parses the rows of a part that begins at the start of a row and ends at the end of one.
 * @throws CsvError, or an error for which `isNotUtf8` is true.
 */
export function rowsInPart(bytes: Uint8Array, place: PartPlace): RowsInPart {
  const reader = new CsvReader(place.number);
  const rows = [...reader.read(textOf(bytes, place))];
  const next = reader.number;
  return { rows: [...rows, ...reader.end()], next };
}

/**
 * Rejects a part without a row end that is longer than a row may be.
 * @throws CsvError, or an error for which `isNotUtf8` is true.
 */
export function rejectOverlongRow(bytes: Uint8Array, place: PartPlace): never {
  const reader = new CsvReader(place.number);
  for (const _ of reader.read(textOf(bytes, place, { stream: true })));
  throw new CsvError(`row ${reader.number}: longer than a row may be`);
}

function textOf(bytes: Uint8Array, { offset }: PartPlace, options: { stream?: boolean } = {}): string {
  rejectZeroBytes(bytes);
  // Only at the start of the file is U+FEFF a byte order mark. Elsewhere it belongs to a cell.
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: offset > 0 }).decode(bytes, options);
}
