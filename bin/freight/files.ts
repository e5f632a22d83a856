import { readFile } from 'node:fs/promises';
import { CSV_REJECTIONS, FileError } from '../../shared/platform/files/file-error.ts';
import { CommandFailedError } from './failures.ts';

/** Converts expected errors of reading a file to CommandFailedError; returns other errors unchanged. */
export function explainedFile(path: string, error: unknown): unknown {
  if (error instanceof FileError) return new CommandFailedError(CSV_REJECTIONS.noCsv(path, error));
  const { code } = Object(error) as { code?: unknown };
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
    return new CommandFailedError(`${path} cannot be read (${code}).`);
  }
  return error;
}

/** Reads a file with a parser of its bytes. @throws CommandFailedError if it cannot be read, or is rejected. */
export async function readWith<Content>(
  path: string,
  parse: (bytes: Uint8Array) => Content,
): Promise<Content> {
  try {
    return parse(new Uint8Array(await readFile(path)));
  } catch (error) {
    throw explainedFile(path, error);
  }
}

const FAULTS_SHOWN = 50;

/** The error for rows of a file that are wrong, with what happened to the others. */
export function faultyRows(
  faults: readonly { readonly row?: number | undefined; readonly fault: string }[],
  summary: string,
): string {
  const lines = faults
    .slice(0, FAULTS_SHOWN)
    .map(({ row, fault }) => (row === undefined ? `${fault}.` : `row ${row}: ${fault}`));
  const more = faults.length > FAULTS_SHOWN ? [`... and ${faults.length - FAULTS_SHOWN} more`] : [];
  return [...lines, ...more, summary].join('\n');
}
