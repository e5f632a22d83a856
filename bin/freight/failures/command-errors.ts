/** The command was understood and refused: one line, exit code 1. */
export class CommandRefusedError extends Error {
  override readonly name = 'CommandRefusedError';
}

/** No service runs on this machine, and none was named. */
export class NoLocalServiceError extends CommandRefusedError {}

/** The command was not understood: one line, exit code 2. */
export class CommandMisusedError extends Error {
  override readonly name = 'CommandMisusedError';
}
