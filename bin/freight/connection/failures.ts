import { CommanderError } from 'commander';

/** A command failed for a known reason: exit code 1, without a stack trace. */
export class CommandFailedError extends Error {
  override readonly name: string = 'CommandFailedError';
  readonly code: string = 'command_failed';
}

/** Part of the work was rejected, such as rows of a file; the result of the rest is printed. Exit code 1. */
export class PartialFailureError extends CommandFailedError {
  override readonly name = 'PartialFailureError';
  override readonly code = 'partial_failure';
}

/** No local service is running and no deployment was named. */
export class NoLocalServiceError extends CommandFailedError {
  override readonly name = 'NoLocalServiceError';
  override readonly code = 'local_service_not_running';
}

/** Wrong arguments or options: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Errors of the operator's environment, by the name, code or message of the error. */
const ENVIRONMENT_ERRORS: readonly (readonly [pattern: RegExp, code: string, message: string])[] = [
  [
    /CredentialsProviderError|TokenProviderError/,
    'credentials_missing',
    'No AWS credentials found. Sign in or set AWS_PROFILE.',
  ],
  [/ExpiredToken/, 'credentials_expired', 'The AWS credentials have expired. Sign in again.'],
  [/Region is missing/, 'region_missing', 'No AWS region is set. Set AWS_REGION.'],
];
const UNREACHABLE = /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|TimeoutError/;

/** Errors of adapters with a message for operators. */
const SELF_EXPLANATORY_ERRORS: ReadonlySet<string> = new Set([
  'GatewayLimitReachedError',
  'UnknownRecordError',
  'ItemsUnprocessedError',
  'DeadLettersKeptError',
  ...['ApiError', 'GeneralApiError', 'ConnectionError', 'RequestTimeoutError'],
]);

/**
 * Exit code, stable error code and text of a failed command. There is no text if it was printed already. Only unexpected
 * errors have a stack trace.
 */
export function explainFailure(error: unknown): ReturnType<typeof failure> {
  if (error instanceof CommanderError) return explainCommanderError(error);
  if (error instanceof UsageError) return failure(2, 'usage_error', error.message);
  if (error instanceof CommandFailedError) return failure(1, error.code, error.message);
  if (!(error instanceof Error)) return failure(1, 'internal_error', String(error));
  if (SELF_EXPLANATORY_ERRORS.has(error.name)) return failure(1, 'command_failed', error.message);

  const { code } = error as { code?: unknown };
  const facts = `${error.name} ${String(code)} ${error.message}`;
  const detail = (error.message || String(code)).replace(/\s+/g, ' ').trim();
  const known = ENVIRONMENT_ERRORS.find(([pattern]) => pattern.test(facts));
  if (known) return failure(1, known[1], known[2]);
  if (UNREACHABLE.test(facts)) {
    return failure(1, 'service_unreachable', `The service cannot be reached: ${detail}`);
  }
  // Errors of AWS services have metadata.
  if ('$metadata' in error) return failure(1, 'aws_error', `AWS returned an error: ${error.name}: ${detail}`);
  return { ...failure(1, 'internal_error', error.message), text: error.stack ?? error.message };
}

const failure = (exitCode: 0 | 1 | 2, code: string, message: string) => ({
  ...{ exitCode, code, message },
  text: message as string | undefined,
});

/** Commander prints its own errors and help. */
function explainCommanderError({ exitCode, code, message }: CommanderError) {
  if (exitCode === 0) return { ...failure(0, code, message), text: undefined };
  const reason = code === 'commander.help' ? 'A subcommand is missing.' : message.replace(/^error: /, '');
  return { ...failure(2, 'usage_error', reason), text: undefined };
}
