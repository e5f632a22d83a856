import { logContext } from './log-context.ts';
import type { LogMessage } from './log-messages.ts';
import { logOutput, serviceVersion } from './log-output.ts';
import { METRIC_NAMESPACE, VERSION_FAILURES } from './metric.ts';

/**
 * Writes one JSON line to the function's log, with the request ID and organization of the current call. Never pass API
 * keys, headers or bodies of a caller.
 */
export function log(message: LogMessage, fields: Readonly<Record<string, unknown>> = {}): void {
  const line = JSON.stringify({
    timestamp: new Date().toISOString(),
    level: message.level,
    code: message.code,
    message: message.text,
    ...serviceVersion(),
    ...logContext(),
    ...fields,
    ...(message.level === 'error' ? failureOfVersion() : {}),
  });
  logOutput[message.level](line);
}

/** Counts an error by function and version, so that a faulty version is detected while traffic is shifted to it. */
function failureOfVersion(): Record<string, unknown> {
  const { AWS_LAMBDA_FUNCTION_NAME: name, AWS_LAMBDA_FUNCTION_VERSION: version } = process.env;
  // Without published versions no alarm uses the metric, and each metric costs money.
  if (name === undefined || version === undefined || version === '$LATEST') return {};
  const CloudWatchMetrics = [
    {
      Namespace: METRIC_NAMESPACE,
      Dimensions: [['function', 'functionVersion']],
      Metrics: [{ Name: VERSION_FAILURES, Unit: 'Count' }],
    },
  ];
  return {
    _aws: { Timestamp: Date.now(), CloudWatchMetrics },
    function: name,
    functionVersion: version,
    [VERSION_FAILURES]: 1,
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
