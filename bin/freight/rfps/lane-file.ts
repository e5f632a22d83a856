import { readFile, stat } from 'node:fs/promises';
import type { RfpLane } from '../../../clients/typescript/src/index.ts';
import { CsvError } from '../../../shared/platform/files/csv-rows.ts';
import { MAX_FILE_BYTES, readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import { explainedFile } from '../session/csv-file.ts';

/** A file of 1 to 100,000 lanes. */
export interface LanesFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A field of a lane can be missing or invalid: the API gives that lane an error. */
  readonly lanes: readonly RfpLane[];
}

/** Reads a CSV file of lanes. @throws CommandFailedError if it cannot be read, or is not a file of lanes. */
export async function readLanesFile(path: string): Promise<LanesFile> {
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES) {
      throw new CsvError(`the file has ${size} bytes; at most ${MAX_FILE_BYTES} are allowed`);
    }
    const bytes = new Uint8Array(await readFile(path));
    return { bytes, lanes: readLaneFile(bytes).rows.map(({ item }) => item as unknown as RfpLane) };
  } catch (error) {
    throw explainedFile(path, error);
  }
}
