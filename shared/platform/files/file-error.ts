/** `COLUMNS_NOT_UNDERSTOOD`: a column is needed, or could be needed, and its meaning is not known. */
export type FileErrorCode = 'FILE_INVALID' | 'COLUMNS_NOT_UNDERSTOOD';

/** A file that cannot be used. The message is a sentence without its first capital letter and period. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: FileErrorCode;

  constructor(message: string, code: FileErrorCode = 'FILE_INVALID') {
    super(message);
    this.code = code;
  }
}

/** Messages for rejected CSV files. @param name of the file. */
export const CSV_REJECTIONS = {
  noCsv: (name: string, error: FileError) => `${name}: ${error.message}.`,
  noRows: (name: string) => `${name} has no rows below the header.`,
  /** @param rejected name of the file with the reasons. */
  noneUsable: (name: string, rejected: string) =>
    `No row of ${name} can be used; ${rejected} lists the reasons.`,
  noneOfFirst: (name: string, rows: number) =>
    `None of the first ${rows} rows of ${name} can be used, so it was read no further.`,
} as const;
