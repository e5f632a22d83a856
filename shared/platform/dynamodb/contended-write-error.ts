/** Other writes changed the same item at every attempt. Nothing was written, and the caller may retry the call. */
export class ContendedWriteError extends Error {
  override readonly name = 'ContendedWriteError';
}
