import { logContext } from './log-context.ts';
import type { LogMessage } from './log-messages.ts';

export type LogLevel = 'info' | 'warn' | 'error';

/**
 * Writes one JSON line to the function's log, with the request and the organization it is about where a call is under
 * way. Never pass keys, headers or bodies of a caller.
 * Lambda's JSON log format takes a line that is JSON already as it is.
 */
export function log(
  level: LogLevel,
  message: LogMessage,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  const line = JSON.stringify({
    timestamp: new Date().toISOString(),
    level,
    code: message.code,
    message: message.text,
    ...logContext(),
    ...fields,
  });
  console[level](line);
}

/** What of an unknown error may be logged: its name, message and stack, never attached data. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorMessage: String(error) };
  return {
    errorName: error.name,
    errorMessage: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
