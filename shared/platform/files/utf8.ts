/** The bytes are not UTF-8 text. */
class NotUtf8Error extends Error {
  override readonly name = 'NotUtf8Error';
}

/** @throws NotUtf8Error for zero bytes, which are valid UTF-8 but show that the text is UTF-16 without a byte order mark. */
export function rejectZeroBytes(bytes: Uint8Array): void {
  if (bytes.includes(0)) throw new NotUtf8Error();
}

/** Whether an error means that bytes are not UTF-8: `NotUtf8Error`, or the error of a fatal `TextDecoder`. */
export const isNotUtf8 = (error: unknown): boolean =>
  error instanceof NotUtf8Error ||
  (Object(error) as { code?: unknown }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
