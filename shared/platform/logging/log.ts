import { AsyncLocalStorage } from 'node:async_hooks';
import { Console } from 'node:console';
import type { LogMessage } from './log-messages.ts';
import * as LOG from './log-messages.ts';

/** CloudWatch namespace of the service's metrics. */
export const METRIC_NAMESPACE = 'FreightRatesAndQuotes';

/** Metric of errors that a published version of a function logged. */
export const VERSION_FAILURES = 'VersionFailures';

type Fields = Readonly<Record<string, unknown>>;
type MetricUnit = 'Count' | 'Seconds' | 'Milliseconds';

/** Values by metric name. Each name is billed as one metric per function. A list has 1 to 100 samples. */
export type MetricValues = Readonly<
  Record<string, number | { readonly value: number | readonly number[]; readonly unit: MetricUnit }>
>;

/**
 * Writes metric values to the log (embedded metric format), by function. `fields` are logged with them but are not
 * dimensions, so that they add no cost. Log queries can filter by them, for example by organization.
 */
export function writeMetrics(message: LogMessage, values: MetricValues, fields: Fields = {}): void {
  const entries = Object.entries(values).map(([name, given]) =>
    typeof given === 'number' ? { name, value: given, unit: 'Count' as const } : { name, ...given },
  );
  logOutput.info(
    lineOf(message, {
      _aws: embeddedMetrics(['function'], entries),
      function: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'unknown',
      ...Object.fromEntries(entries.map(({ name, value }) => [name, value])),
      ...fields,
    }),
  );
}

const embeddedMetrics = (
  dimensions: readonly string[],
  metrics: readonly { readonly name: string; readonly unit: MetricUnit }[],
) => ({
  Timestamp: Date.now(),
  CloudWatchMetrics: [
    {
      Namespace: METRIC_NAMESPACE,
      Dimensions: [dimensions],
      Metrics: metrics.map(({ name, unit }) => ({ Name: name, Unit: unit })),
    },
  ],
});

export function countMetric(name: string, fields: Fields = {}): void {
  writeMetrics(LOG.counted, { [name]: 1 }, fields);
}

/** Fields of every log line of a call, so that all lines of a request or an organization can be found. */
export interface LogContext {
  /** API Gateway's request ID for an API call (X-Request-Id of the response), otherwise Lambda's. */
  readonly requestId: string;
  readonly orgId?: string;
  readonly mode?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Log fields of the current call; empty outside of a call. */
const logContext = (): Partial<LogContext> => storage.getStore() ?? {};

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

let output: Console | undefined;
/** Created by the first line: a call without log lines does not open the streams. */
const openOutput = (): Console => {
  output ??= new Console(process.stdout, process.stderr);
  return output;
};

/**
 * Writes lines as they are. The global console of Lambda does not: with the JSON log format, it puts each line as a text into
 * a JSON object of its own, so CloudWatch would find neither the fields nor the metrics of a line.
 */
export const logOutput = {
  info: (line: string): void => openOutput().info(line),
  warn: (line: string): void => openOutput().warn(line),
  error: (line: string): void => openOutput().error(line),
};

/** Set in each bundle at its build: the hash of its content. */
declare const BUNDLE_VERSION: string | undefined;

/** Log field with the version of the bundle; empty outside of a bundle, such as in the command line. */
export const serviceVersion = (): { readonly version?: string } =>
  typeof BUNDLE_VERSION === 'undefined' ? {} : { version: BUNDLE_VERSION };

/**
 * Writes one JSON line to the function's log, with the request ID and organization of the current call. Never pass API
 * keys, headers or bodies of a caller.
 */
export function log(message: LogMessage, fields: Fields = {}): void {
  const failure = message.level === 'error' ? failureOfVersion() : {};
  logOutput[message.level](lineOf(message, { ...fields, ...failure }));
}

const lineOf = ({ level, code, text }: LogMessage, fields: Fields): string =>
  JSON.stringify({
    ...{ timestamp: new Date().toISOString(), level, code, message: text },
    ...serviceVersion(),
    ...logContext(),
    ...fields,
  });

/** Counts an error by function and version, so that a faulty version is detected while traffic is shifted to it. */
function failureOfVersion(): Fields {
  const { AWS_LAMBDA_FUNCTION_NAME: name, AWS_LAMBDA_FUNCTION_VERSION: version } = process.env;
  // Without published versions no alarm uses the metric, and each metric costs money.
  if (name === undefined || version === undefined || version === '$LATEST') return {};
  return {
    _aws: embeddedMetrics(['function', 'functionVersion'], [{ name: VERSION_FAILURES, unit: 'Count' }]),
    ...{ function: name, functionVersion: version, [VERSION_FAILURES]: 1 },
  };
}

/** Log fields of an error: name, message, stack and cause, never attached data. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorMessage: String(error) };
  return {
    errorName: error.name,
    errorMessage: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
