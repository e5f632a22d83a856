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
