/** The command was understood and refused: one line, exit code 1. */
export class CommandRefusedError extends Error {
  override readonly name = 'CommandRefusedError';
}

/** The command was not understood: one line, exit code 2. */
export class CommandMisusedError extends Error {
  override readonly name = 'CommandMisusedError';
}
