import { AsyncLocalStorage } from 'node:async_hooks';

/** What every line of a call carries, so that all lines of a request, or of an organization, are found together. */
export interface LogContext {
  /** Of an API call: API Gateway's, which its caller has as X-Request-Id. Of any other run: Lambda's. */
  readonly requestId: string;
  readonly orgId?: string;
  readonly mode?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Fields of the call that is under way; none outside of one. */
export const logContext = (): Partial<LogContext> => storage.getStore() ?? {};

/** Runs a call whose lines carry `context`. */
export const inLogContext = <Result>(context: LogContext, run: () => Result): Result =>
  storage.run(context, run);

/** What Lambda tells a run of itself. */
export interface RunContext {
  readonly getRemainingTimeInMillis: () => number;
  readonly awsRequestId?: string;
}

/** A handler that is not of the API, whose lines carry Lambda's id of the run. */
export function withRequestId<Event, Context extends { readonly awsRequestId?: string }, Result>(
  handler: (event: Event, context: Context) => Result,
): (event: Event, context: Context) => Result {
  return (event, context) =>
    inLogContext({ requestId: context.awsRequestId ?? '' }, () => handler(event, context));
}
