import type { CsvError } from './csv-rows.ts';

/** Why a whole CSV file is refused, in words for whoever gave it. @param name of the file. */
export const CSV_REFUSALS = {
  noCsv: (name: string, error: CsvError) => `${name}: ${error.message}.`,
  notUtf8: (name: string) => `${name} is not UTF-8: save it as "CSV UTF-8" and try again.`,
} as const;
