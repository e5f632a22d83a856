import type { CsvRow } from './csv-rows.ts';
import { endOfRows, type PartPlace, rejectOverlongRow, rowsInPart } from './rows-in-part.ts';

/** A file that is read by offsets. */
export interface FileInParts {
  /** In bytes. */
  readonly length: number;
  /** As many bytes as are asked for; undefined where the file is no longer there as it was. */
  readonly read: (offset: number, length: number) => Promise<Uint8Array | undefined>;
}

export interface PartSizes {
  /** Bytes that are asked for at once: at least as many as the longest row has, which is 6 MB. */
  readonly request: number;
  /** Bytes whose rows are read together; fewer rows are where a request ends. */
  readonly part: number;
}

/** Rows that lie together, and where the next one begins. */
export interface RowsRead {
  readonly rows: readonly CsvRow[];
  readonly next: PartPlace;
}

/** The file is no longer there as it was. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
}

/**
 * The rows of a CSV file in UTF-8 from a place on, some at a time: whoever stops after any of them goes on at its `next`,
 * and reads the same rows under the same numbers as who never stopped.
 * @throws CsvError, FileChangedError, and what `isNotUtf8` tells.
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

/** Where to cut behind whole rows; undefined where none are left. */
function endOfPart(bytes: Uint8Array, from: number, isLast: boolean, least: number): number | undefined {
  if (from === bytes.length) return undefined;
  return endOfRows(bytes, from, least) ?? (isLast ? bytes.length : lastEndOfRows(bytes, from));
}

function lastEndOfRows(bytes: Uint8Array, from: number): number | undefined {
  let last: number | undefined;
  for (let end = endOfRows(bytes, from, 1); end !== undefined; end = endOfRows(bytes, end, 1)) last = end;
  return last;
}
