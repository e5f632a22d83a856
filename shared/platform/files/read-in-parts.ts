import type { CsvRow } from './csv-rows.ts';
import { endOfRows, type PartPlace, rejectOverlongRow, rowsInPart } from './rows-in-part.ts';

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

/** Consecutive rows, and the position of the next row. */
export interface RowsRead {
  readonly rows: readonly CsvRow[];
  readonly next: PartPlace;
}

/** The file was changed or deleted. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
}

/**
 * Reads the rows of a UTF-8 CSV file in parts, from a position. A later call that starts at a part's `next` returns the
 * same rows with the same numbers as an uninterrupted read.
 * @throws CsvError, FileChangedError, or an error for which `isNotUtf8` is true.
 */
export async function* readInParts(
  file: FileInParts,
  from: PartPlace,
  sizes: PartSizes,
): AsyncGenerator<RowsRead> {
  let place = from;
  while (place.offset < file.length) {
    const bytes = await file.read(place.offset, Math.min(sizes.request, file.length - place.offset));
    if (bytes === undefined) throw new FileChangedError();
    const isLast = place.offset + bytes.length >= file.length;
    let at = 0;
    for (;;) {
      const end = endOfPart(bytes, at, isLast, sizes.part);
      if (end === undefined) break;
      const { rows, next } = rowsInPart(bytes.subarray(at, end), place);
      place = { offset: place.offset + end - at, number: next };
      at = end;
      yield { rows, next: place };
    }
    if (at === 0) rejectOverlongRow(bytes, place);
  }
}

/** Offset after the last whole row of the next part; undefined if no whole row is left. */
function endOfPart(bytes: Uint8Array, from: number, isLast: boolean, least: number): number | undefined {
  if (from === bytes.length) return undefined;
  return endOfRows(bytes, from, least) ?? (isLast ? bytes.length : lastEndOfRows(bytes, from));
}

function lastEndOfRows(bytes: Uint8Array, from: number): number | undefined {
  let last: number | undefined;
  for (let end = endOfRows(bytes, from, 1); end !== undefined; end = endOfRows(bytes, end, 1)) last = end;
  return last;
}
