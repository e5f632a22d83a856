import { CommanderError } from 'commander';
import {
  CommandFailedError,
  NoLocalServiceError,
  PartialFailureError,
  UsageError,
} from './command-errors.ts';

export interface Explanation {
  /** 0 succeeded, 1 failed, 2 used incorrectly. */
  readonly exitCode: 0 | 1 | 2;
  /** Stable identifier for scripts: "usage_error". */
  readonly code: string;
  readonly message: string;
  /** Text to print; undefined if it was already printed. */
  readonly text?: string;
}

/** Errors of the operator's environment, by the name, code or message of the error. */
const ENVIRONMENT_ERRORS: readonly { pattern: RegExp; code: string; message: string }[] = [
  {
    pattern: /CredentialsProviderError|TokenProviderError/,
    code: 'credentials_missing',
    message: 'No AWS credentials found. Sign in or set AWS_PROFILE.',
  },
  {
    pattern: /ExpiredToken/,
    code: 'credentials_expired',
    message: 'The AWS credentials have expired. Sign in again.',
  },
  { pattern: /Region is missing/, code: 'region_missing', message: 'No AWS region is set. Set AWS_REGION.' },
  {
    pattern: /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|TimeoutError/,
    code: 'service_unreachable',
    message: 'The service cannot be reached',
  },
];

/** Errors of adapters with a message for operators. */
const SELF_EXPLANATORY_ERRORS: ReadonlySet<string> = new Set([
  'GatewayLimitReachedError',
  'UnknownRecordError',
  'RecordsNotWrittenError',
  'DeadLettersKeptError',
]);

/** Exit code, error code and text of a failed command. Only unexpected errors are printed with a stack trace. */
export function explainFailure(error: unknown): Explanation {
  if (error instanceof CommanderError) return explainCommanderError(error);
  if (error instanceof UsageError) return failure(2, 'usage_error', error.message);
  if (error instanceof NoLocalServiceError) return failure(1, 'local_service_not_running', error.message);
  if (error instanceof PartialFailureError) return failure(1, 'partial_failure', error.message);
  if (error instanceof CommandFailedError) return failure(1, 'command_failed', error.message);
  if (!(error instanceof Error)) return failure(1, 'internal_error', String(error));
  if (SELF_EXPLANATORY_ERRORS.has(error.name)) return failure(1, 'command_failed', error.message);

  const { code } = error as { code?: unknown };
  const facts = `${error.name} ${String(code)} ${error.message}`;
  const known = ENVIRONMENT_ERRORS.find(({ pattern }) => pattern.test(facts));
  if (known?.message.endsWith('.')) return failure(1, known.code, known.message);
  if (known) return failure(1, known.code, `${known.message}: ${oneLine(error.message || String(code))}`);
  // Errors of AWS services have metadata.
  if ('$metadata' in error) {
    return failure(1, 'aws_error', `AWS returned an error: ${error.name}: ${oneLine(error.message)}`);
  }
  return { ...failure(1, 'internal_error', error.message), text: error.stack ?? error.message };
}

const failure = (exitCode: 1 | 2, code: string, message: string): Explanation => ({
  exitCode,
  code,
  message,
  text: message,
});

/** Commander prints its own errors and help, so there is no text. */
function explainCommanderError({ exitCode, code, message }: CommanderError): Explanation {
  if (exitCode === 0) return { exitCode: 0, code, message };
  const isHelp = code === 'commander.help';
  return {
    exitCode: 2,
    code: 'usage_error',
    message: isHelp ? 'A subcommand is missing.' : message.replace(/^error: /, ''),
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
