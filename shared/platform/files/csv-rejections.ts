import type { CsvError } from './csv-rows.ts';

/** Messages for rejected CSV files. @param name of the file. */
export const CSV_REJECTIONS = {
  noCsv: (name: string, error: CsvError) => `${name}: ${error.message}.`,
  notUtf8: (name: string) => `${name} is not UTF-8: save it as "CSV UTF-8" and try again.`,
  noRows: (name: string) => `${name} has no rows below the header.`,
  /** @param rejected name of the file with the reasons. */
  noneUsable: (name: string, rejected: string) =>
    `No row of ${name} can be used; ${rejected} lists the reasons.`,
} as const;
