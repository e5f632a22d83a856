import { CsvReader } from './csv-rows.ts';
import { FileError } from './file-error.ts';
import { type Encoding, rejectZeroBytes } from './file-text.ts';
import type { SheetRow } from './sheet-row.ts';

/** A file with random access. */
export interface FileInParts {
  /** In bytes. */
  readonly length: number;
  /** Returns the requested bytes; undefined if the file was changed or deleted. */
  readonly read: (offset: number, length: number) => Promise<Uint8Array | undefined>;
}

export interface PartSizes {
  /** Bytes per read: at least the length of the longest row, which is 6 MB. */
  readonly request: number;
  /** Minimum bytes of rows that are returned together. The last part of a read may be smaller. */
  readonly part: number;
}

/** How the text of a file is written. */
export interface TextForm {
  readonly encoding: Encoding;
  /** One ASCII character. */
  readonly separator: string;
}

/** Position of a part in its file. */
export interface PartPlace {
  /** In bytes. */
  readonly offset: number;
  /** Number of its first row, as in a spreadsheet. */
  readonly number: number;
}

/** Consecutive rows, and the position of the next row. */
export interface RowsRead {
  readonly rows: readonly SheetRow[];
  readonly next: PartPlace;
}

/** The file was changed or deleted. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
}

/**
 * Reads the rows of a CSV file in parts, from a position. A later call that starts at a part's `next` returns the same
 * rows with the same numbers as an uninterrupted read.
 * @throws FileError, FileChangedError
 */
export async function* readInParts(
  file: FileInParts,
  form: TextForm,
  from: PartPlace,
  sizes: PartSizes,
): AsyncGenerator<RowsRead> {
  let place = from;
  while (place.offset < file.length) {
    const bytes = await file.read(place.offset, Math.min(sizes.request, file.length - place.offset));
    if (bytes === undefined) throw new FileChangedError();
    const isLast = place.offset + bytes.length >= file.length;
    const rowEnds = rowEndsOf(form);
    const start = place.offset === 0 ? markLength(bytes, form) : 0;
    let at = start;
    place = { ...place, offset: place.offset + start };
    while (at < bytes.length) {
      const end = rowEnds(bytes, at, sizes.part, isLast);
      if (end === undefined) break;
      const { rows, next } = rowsInPart(bytes.subarray(at, end), form, place);
      place = { offset: place.offset + end - at, number: next };
      at = end;
      yield { rows, next: place };
    }
    if (at === start && at < bytes.length) rejectOverlongRow(bytes.subarray(start), form, place);
  }
}

/** Bytes of the byte order mark at the start of a file. Elsewhere U+FEFF belongs to a cell. */
function markLength(bytes: Uint8Array, { encoding }: TextForm): number {
  const mark = MARKS[encoding] ?? [];
  return mark.length > 0 && mark.every((byte, at) => bytes[at] === byte) ? mark.length : 0;
}

const MARKS: Readonly<Partial<Record<Encoding, readonly number[]>>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

const [LINE_FEED, RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

/**
 * Finds the end of a part: the first row end at least `least` bytes after the start of a row, or else the last one. The
 * bytes are not decoded: line ends, quotes and separators are never part of another character of these encodings.
 */
function rowEndsOf({ encoding, separator }: TextForm) {
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  const shift = encoding === 'utf-16be' ? 1 : 0;
  const between = separator.charCodeAt(0);
  return (bytes: Uint8Array, from: number, least: number, isLast: boolean): number | undefined => {
    const unit = (at: number): number | undefined =>
      width === 1 || bytes[at + 1 - shift] === 0 ? bytes[at + shift] : undefined;
    let lastEnd: number | undefined;
    let isQuoted = false;
    let isStart = true;
    for (let at = from; at < bytes.length; at += width) {
      const character = unit(at);
      if (character === QUOTE && (isQuoted || isStart)) {
        // A doubled quote closes and opens again.
        isQuoted = !isQuoted;
        isStart = true;
        continue;
      }
      if (isQuoted) continue;
      isStart = character === between || character === LINE_FEED || character === RETURN;
      if (character !== LINE_FEED && character !== RETURN) continue;
      // A line end can go on in the next read.
      if (character === RETURN && at + 3 * width > bytes.length && !isLast) return lastEnd;
      let end = at + width;
      if (character === RETURN && unit(end) === LINE_FEED) end += width;
      else if (character === RETURN && unit(end) === RETURN && unit(end + width) === LINE_FEED)
        end += 2 * width;
      lastEnd = end;
      if (end - from >= least) return end;
      at = end - width;
    }
    return isLast ? bytes.length : lastEnd;
  };
}

/** Parses the rows of a part that begins at the start of a row and ends at the end of one. */
function rowsInPart(
  bytes: Uint8Array,
  form: TextForm,
  place: PartPlace,
): { readonly rows: readonly SheetRow[]; readonly next: number } {
  const reader = new CsvReader(place.number, form.separator);
  const rows = [...reader.read(textOf(bytes, form, place))];
  const next = reader.number;
  return { rows: [...rows, ...reader.end()], next };
}

/** Rejects a part without a row end that is longer than a row may be. */
function rejectOverlongRow(bytes: Uint8Array, form: TextForm, place: PartPlace): never {
  const reader = new CsvReader(place.number, form.separator);
  for (const _ of reader.read(textOf(bytes, form, place, { stream: true })));
  throw new FileError(`row ${reader.number}: longer than a row may be`);
}

function textOf(
  bytes: Uint8Array,
  { encoding }: TextForm,
  { number }: PartPlace,
  options: { stream?: boolean } = {},
): string {
  if (!encoding.startsWith('utf-16')) rejectZeroBytes(bytes);
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8', ignoreBOM: true });
  try {
    return decoder.decode(bytes, options);
  } catch {
    throw new FileError(`after row ${number} the file is not UTF-8 as before: save it as CSV UTF-8`);
  }
}
