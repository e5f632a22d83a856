import { CsvReader, type SheetRow } from './csv-rows.ts';
import { FileError } from './file-error.ts';
import { type Encoding, rejectZeroBytes } from './file-text.ts';

export interface FileInParts {
  /** In bytes. */
  readonly length: number;
  /** Returns the requested bytes; undefined if the file was changed or deleted. */
  readonly read: (offset: number, length: number) => Promise<Uint8Array | undefined>;
}

export interface PartSizes {
  /** Bytes per read: at least the length of the longest row, which is 6 MB. */
  readonly request: number;
  /** Minimum characters of rows that are returned together. The last part of a read may be smaller. */
  readonly part: number;
}

/** How the text of a file is written. */
export interface TextForm {
  readonly encoding: Encoding;
  /** One ASCII character. */
  readonly separator: string;
}

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
    const { offset } = place;
    const bytes = await file.read(offset, Math.min(sizes.request, file.length - offset));
    if (bytes === undefined) throw new FileChangedError();
    const isLast = offset + bytes.length >= file.length;
    for (const part of partsOf(textOf(bytes, form, place, isLast), form, place, sizes.part, isLast)) {
      place = part.next;
      yield part;
    }
    if (place.offset === offset) throw new FileError(`row ${place.number}: longer than a row may be`);
  }
}

/**
 * Cuts a text where rows begin. Unless the text is the last one, a row stays for the next request until the row after it
 * begins: its line end can go on there.
 */
function* partsOf(
  text: string,
  form: TextForm,
  place: PartPlace,
  least: number,
  isLast: boolean,
): Generator<RowsRead> {
  // Elsewhere U+FEFF belongs to a cell.
  const body = place.offset === 0 ? text.replace(/^\uFEFF/, '') : text;
  const reader = new CsvReader(place.number, form.separator);
  let [start, offset] = [0, place.offset + bytesOf(text.slice(0, text.length - body.length), form.encoding)];
  let rows: SheetRow[] = [];
  const cut = ({ at, number }: CsvReader['rowStart']): RowsRead => {
    offset += bytesOf(body.slice(start, at), form.encoding);
    start = at;
    const part = { rows, next: { offset, number } };
    rows = [];
    return part;
  };
  for (const row of reader.read(body)) {
    if (rows.length > 0 && reader.rowStart.at - start >= least) yield cut(reader.rowStart);
    rows.push(row);
  }
  if (isLast) {
    rows.push(...reader.end());
    yield cut({ at: body.length, number: reader.rowStart.number });
    return;
  }
  if (rows.at(-1)?.number === reader.rowStart.number) rows.pop();
  if (reader.rowStart.at > start) yield cut(reader.rowStart);
}

/** Bytes of a text that was decoded without errors. */
export function bytesOf(text: string, encoding: Encoding): number {
  if (encoding === 'utf-8') return new TextEncoder().encode(text).length;
  return text.length * (encoding.startsWith('utf-16') ? 2 : 1);
}

function textOf(
  bytes: Uint8Array,
  { encoding, separator }: TextForm,
  { number }: PartPlace,
  isLast: boolean,
): string {
  if (!encoding.startsWith('utf-16')) rejectZeroBytes(bytes);
  const isUtf8 = encoding === 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: isUtf8, ignoreBOM: true }).decode(bytes, { stream: !isLast });
  } catch {
    const reader = new CsvReader(number, separator);
    const [before = ''] = new TextDecoder().decode(bytes).split('\uFFFD', 1);
    for (const _ of reader.read(before));
    throw new FileError(
      `after row ${reader.rowStart.number} the file is not UTF-8 as before: save it as CSV UTF-8`,
    );
  }
}
