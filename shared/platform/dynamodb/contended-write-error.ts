/** Other writes changed the same item at every attempt. Nothing was written, and the caller may retry the call. */
export class ContendedWriteError extends Error {
  override readonly name = 'ContendedWriteError';
  /** The message of the 429 response; absent = the general one. */
  readonly callerMessage: string | undefined;

  constructor(
    message: string,
    { callerMessage, ...options }: ErrorOptions & { callerMessage?: string } = {},
  ) {
    super(message, options);
    this.callerMessage = callerMessage;
  }
}
