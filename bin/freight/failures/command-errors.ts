/** A command failed for a known reason: exit code 1, without a stack trace. */
export class CommandFailedError extends Error {
  override readonly name: string = 'CommandFailedError';
}

/** Part of the work was rejected, such as rows of a file; the result of the rest is printed. Exit code 1. */
export class PartialFailureError extends CommandFailedError {
  override readonly name = 'PartialFailureError';
}

/** No local service is running and no deployment was named. */
export class NoLocalServiceError extends CommandFailedError {
  override readonly name = 'NoLocalServiceError';
}

/** Wrong arguments or options: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
