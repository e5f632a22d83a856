import { CsvError, CsvReader, type CsvRow } from './csv-rows.ts';
import { rejectZeroBytes } from './utf8.ts';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

/**
 * Where to cut bytes of CSV that begin with a row: behind the first row end that is `least` bytes in or further. In
 * UTF-8 these three signs are never a part of another, so that no text has to be read. A return that is the last byte
 * ends no row here: the line feed that belongs to it may follow.
 * @returns undefined where no row ends there.
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

/** Where in its file a part begins. */
export interface PartPlace {
  /** In bytes. */
  readonly offset: number;
  /** Of its first row, as a spreadsheet shows it. */
  readonly number: number;
}

/** Rows that were read of a part, and the number of the row behind them. */
export interface RowsInPart {
  readonly rows: readonly CsvRow[];
  readonly next: number;
}

/**
 * The rows of a part of a file that begins with a row and ends with one.
 * @throws CsvError, and what `isNotUtf8` tells.
 */
export function rowsInPart(bytes: Uint8Array, place: PartPlace): RowsInPart {
  const reader = new CsvReader(place.number);
  const rows = [...reader.read(textOf(bytes, place))];
  const next = reader.number;
  return { rows: [...rows, ...reader.end()], next };
}

/**
 * What is wrong with a part that no row ends in, though it is longer than any row.
 * @throws CsvError always, or what `isNotUtf8` tells.
 */
export function rejectOverlongRow(bytes: Uint8Array, place: PartPlace): never {
  const reader = new CsvReader(place.number);
  for (const _ of reader.read(textOf(bytes, place, { stream: true })));
  throw new CsvError(`row ${reader.number}: longer than a row may be`);
}

function textOf(bytes: Uint8Array, { offset }: PartPlace, options: { stream?: boolean } = {}): string {
  rejectZeroBytes(bytes);
  // A byte order mark is one where the file begins, and a sign of the first cell elsewhere.
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: offset > 0 }).decode(bytes, options);
}
