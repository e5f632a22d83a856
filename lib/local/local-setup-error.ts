/** A problem of this machine prevents the start; the message is one line with the solution. */
export class LocalSetupError extends Error {
  override readonly name = 'LocalSetupError';
}
