/** Something on this machine stands in the way of starting; the message is one line that says what to do. */
export class LocalSetupError extends Error {
  override readonly name = 'LocalSetupError';
}
