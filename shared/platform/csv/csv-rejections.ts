import type { CsvError } from './csv-rows.ts';

/** Messages for rejected CSV files. @param name of the file. */
export const CSV_REJECTIONS = {
  noCsv: (name: string, error: CsvError) => `${name}: ${error.message}.`,
  notUtf8: (name: string) => `${name} is not UTF-8: save it as "CSV UTF-8" and try again.`,
} as const;
