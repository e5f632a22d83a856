import { CommanderError } from 'commander';
import { CommandFailedError, UsageError } from './command-errors.ts';

export interface Explanation {
  /** 0 done, 1 refused, 2 misused. */
  readonly exitCode: 0 | 1 | 2;
  /** What to print; undefined where it was printed already. */
  readonly text?: string;
}

/** Failures of the operator's own set-up, by the error's name or message. */
const SETUP_ERRORS: readonly (readonly [RegExp, string])[] = [
  [
    /CredentialsProviderError|TokenProviderError/,
    'No AWS credentials were found: sign in, or set AWS_PROFILE.',
  ],
  [/ExpiredToken/, 'The AWS credentials have expired: sign in again.'],
  [/Region is missing/, 'No AWS region is set: set AWS_REGION.'],
  [/ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|TimeoutError/, 'The service cannot be reached'],
];

/** Errors of adapters whose message tells an operator what to do. */
const SELF_EXPLANATORY_ERRORS: ReadonlySet<string> = new Set([
  'GatewayLimitReachedError',
  'UnknownRecordError',
  'RecordsNotDeletedError',
  'DeadLettersKeptError',
]);

/** What a failed command tells its user: one line for what can be expected, the stack for what cannot. */
export function explainFailure(error: unknown): Explanation {
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof UsageError) return { exitCode: 2, text: error.message };
  if (error instanceof CommandFailedError) return { exitCode: 1, text: error.message };
  if (!(error instanceof Error)) return { exitCode: 1, text: String(error) };

  if (SELF_EXPLANATORY_ERRORS.has(error.name)) return { exitCode: 1, text: error.message };

  const { code } = error as { code?: unknown };
  const facts = `${error.name} ${String(code)} ${error.message}`;
  const setUp = SETUP_ERRORS.find(([pattern]) => pattern.test(facts));
  if (setUp?.[1].endsWith('.')) return { exitCode: 1, text: setUp[1] };
  if (setUp) return { exitCode: 1, text: `${setUp[1]}: ${oneLine(error.message || String(code))}` };
  // What an AWS service refuses carries its metadata.
  if ('$metadata' in error)
    return { exitCode: 1, text: `AWS refused: ${error.name}: ${oneLine(error.message)}` };
  return { exitCode: 1, text: error.stack ?? error.message };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
