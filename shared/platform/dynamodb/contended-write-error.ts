/** Other writes of the same item came first each time: nothing was written, and the caller may send the call again. */
export class ContendedWriteError extends Error {
  override readonly name = 'ContendedWriteError';
}
