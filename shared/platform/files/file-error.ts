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

/** Messages for rejected files. @param name of the file. */
export const CSV_REJECTIONS = {
  noCsv: (name: string, error: FileError) => `${name}: ${error.message}.`,
  /** @param rejected name of the file with the reasons. */
  noneUsable: (name: string, rejected: string) =>
    `No row of ${name} can be used; ${rejected} lists the reasons.`,
} as const;
