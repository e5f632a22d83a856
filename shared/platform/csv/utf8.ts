/** The bytes are no text in UTF-8. */
class NotUtf8Error extends Error {
  override readonly name = 'NotUtf8Error';
}

/** @throws NotUtf8Error for bytes that UTF-8 allows and no text has: UTF-16 without its mark is UTF-8 with zero bytes. */
export function rejectZeroBytes(bytes: Uint8Array): void {
  if (bytes.includes(0)) throw new NotUtf8Error();
}

/** Whether an error says that bytes are not UTF-8: ours, or that of a fatal `TextDecoder`. */
export const isNotUtf8 = (error: unknown): boolean =>
  error instanceof NotUtf8Error ||
  (Object(error) as { code?: unknown }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
