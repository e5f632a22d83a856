/** The command was understood and refused: one line, exit code 1. */
export class CommandFailedError extends Error {
  override readonly name = 'CommandRefusedError';
}

/** No service runs on this machine, and none was named. */
export class NoLocalServiceError extends CommandFailedError {}

/** The command was not understood: one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'CommandMisusedError';
}
