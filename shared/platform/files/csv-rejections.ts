import type { FileError } from './file-error.ts';

/** Messages for rejected CSV files. @param name of the file. */
export const CSV_REJECTIONS = {
  noCsv: (name: string, error: FileError) => `${name}: ${error.message}.`,
  noRows: (name: string) => `${name} has no rows below the header.`,
  /** @param rejected name of the file with the reasons. */
  noneUsable: (name: string, rejected: string) =>
    `No row of ${name} can be used; ${rejected} lists the reasons.`,
} as const;
