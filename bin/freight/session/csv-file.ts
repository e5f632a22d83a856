import { readFile } from 'node:fs/promises';
import type { SheetRow } from '../../../shared/platform/files/csv-rows.ts';
import { CSV_REJECTIONS, FileError } from '../../../shared/platform/files/file-error.ts';
import type { FileLimits } from '../../../shared/platform/files/file-text.ts';
import { readTextRows } from '../../../shared/platform/files/text-rows.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/** Reads the rows of a CSV file. `explainedFile` converts its errors. */
export const rowsOfFile = async (path: string, limits: FileLimits): Promise<readonly SheetRow[]> =>
  readTextRows(new Uint8Array(await readFile(path)), limits).rows;

/** Converts expected errors of reading a file to CommandFailedError; returns other errors unchanged. */
export function explainedFile(path: string, error: unknown): unknown {
  if (error instanceof FileError) return new CommandFailedError(CSV_REJECTIONS.noCsv(path, error));
  const { code } = Object(error) as { code?: unknown };
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
    return new CommandFailedError(`${path} cannot be read (${code}).`);
  }
  return error;
}
