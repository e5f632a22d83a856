import { createReadStream } from 'node:fs';
import { CsvError, CsvReader, type CsvRow } from './csv-rows.ts';
import { CommandRefusedError } from './failure.ts';

class NotUtf8Error extends Error {
  override readonly name = 'NotUtf8Error';
}

/**
 * The rows of a CSV file in UTF-8, with or without a byte order mark. What it throws, `explainedFile` makes a line of.
 * @param onBytes told of each piece that was read.
 */
export async function* rowsOfFile(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<CsvRow> {
  const reader = new CsvReader();
  // It takes the byte order mark away, and refuses what is not UTF-8.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of createReadStream(path) as AsyncIterable<Uint8Array>) {
    // UTF-16 without its mark is UTF-8 with zero bytes.
    if (bytes.includes(0)) throw new NotUtf8Error();
    onBytes(bytes.length);
    yield* reader.read(decoder.decode(bytes, { stream: true }));
  }
  yield* reader.read(decoder.decode());
  yield* reader.end();
}

/** The refusal that a failure of reading a file is, or the failure itself where nobody expects it. */
export function explainedFile(path: string, error: unknown): unknown {
  if (error instanceof CsvError) return new CommandRefusedError(`${path}: ${error.message}.`);
  const { code } = Object(error) as { code?: unknown };
  if (error instanceof NotUtf8Error || code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new CommandRefusedError(`${path} is not UTF-8: save it as "CSV UTF-8" and try again.`);
  }
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
    return new CommandRefusedError(`${path} cannot be read (${code}).`);
  }
  return error;
}
