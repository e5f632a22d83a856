import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields of every log line of a call, so that all lines of a request or an organization can be found. */
export interface LogContext {
  /** API Gateway's request ID for an API call (X-Request-Id of the response), otherwise Lambda's. */
  readonly requestId: string;
  readonly orgId?: string;
  readonly mode?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Log fields of the current call; empty outside of a call. */
export const logContext = (): Partial<LogContext> => storage.getStore() ?? {};

/** Runs a function. Its log lines have the fields of `context`. */
export const inLogContext = <Result>(context: LogContext, run: () => Result): Result =>
  storage.run(context, run);

/** The part of Lambda's context that functions use. */
export interface RunContext {
  readonly getRemainingTimeInMillis: () => number;
  readonly awsRequestId?: string;
}

/** Wraps a handler of a function outside the API, so that its log lines have Lambda's request ID. */
export function withRequestId<Event, Context extends { readonly awsRequestId?: string }, Result>(
  handler: (event: Event, context: Context) => Result,
): (event: Event, context: Context) => Result {
  return (event, context) =>
    inLogContext({ requestId: context.awsRequestId ?? '' }, () => handler(event, context));
}
