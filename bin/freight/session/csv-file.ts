import { createReadStream } from 'node:fs';
import { CSV_REJECTIONS } from '../../../shared/platform/files/csv-rejections.ts';
import { CsvError, CsvReader, type CsvRow } from '../../../shared/platform/files/csv-rows.ts';
import { isNotUtf8, rejectZeroBytes } from '../../../shared/platform/files/utf8.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/**
 * Reads the rows of a UTF-8 CSV file, with or without a byte order mark. `explainedFile` converts its errors.
 * @param onBytes called with the size of each chunk read.
 */
export async function* rowsOfFile(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<CsvRow> {
  const reader = new CsvReader();
  // Removes the byte order mark and throws if the text is not UTF-8.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of createReadStream(path) as AsyncIterable<Uint8Array>) {
    rejectZeroBytes(bytes);
    onBytes(bytes.length);
    yield* reader.read(decoder.decode(bytes, { stream: true }));
  }
  yield* reader.read(decoder.decode());
  yield* reader.end();
}

/** Converts expected errors of reading a file to CommandFailedError; returns other errors unchanged. */
export function explainedFile(path: string, error: unknown): unknown {
  if (error instanceof CsvError) return new CommandFailedError(CSV_REJECTIONS.noCsv(path, error));
  const { code } = Object(error) as { code?: unknown };
  if (isNotUtf8(error)) return new CommandFailedError(CSV_REJECTIONS.notUtf8(path));
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
    return new CommandFailedError(`${path} cannot be read (${code}).`);
  }
  return error;
}
