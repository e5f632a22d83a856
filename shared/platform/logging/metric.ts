import { logContext } from './log-context.ts';
import type { LogMessage } from './log-messages.ts';
import * as LOG from './log-messages.ts';
import { logOutput, serviceVersion } from './log-output.ts';

/** CloudWatch namespace of the service's metrics. */
export const METRIC_NAMESPACE = 'FreightRatesAndQuotes';

/** Metric of errors that a published version of a function logged. */
export const VERSION_FAILURES = 'VersionFailures';

type MetricUnit = 'Count' | 'Seconds' | 'Milliseconds';

/** Values by metric name. Each name is billed as one metric per function. A list has 1 to 100 samples. */
export type MetricValues = Readonly<
  Record<string, number | { readonly value: number | readonly number[]; readonly unit: MetricUnit }>
>;

/**
 * Writes metric values to the log (embedded metric format), by function. `fields` are logged with them but are not
 * dimensions, so that they add no cost. Log queries can filter by them, for example by organization.
 */
export function writeMetrics(
  message: LogMessage,
  values: MetricValues,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  const entries = Object.entries(values).map(([name, given]) =>
    typeof given === 'number' ? { name, value: given, unit: 'Count' } : { name, ...given },
  );
  const at = Date.now();
  logOutput.info(
    JSON.stringify({
      timestamp: new Date(at).toISOString(),
      level: message.level,
      code: message.code,
      message: message.text,
      _aws: {
        Timestamp: at,
        CloudWatchMetrics: [
          {
            Namespace: METRIC_NAMESPACE,
            Dimensions: [['function']],
            Metrics: entries.map(({ name, unit }) => ({ Name: name, Unit: unit })),
          },
        ],
      },
      ...serviceVersion(),
      function: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'unknown',
      ...Object.fromEntries(entries.map(({ name, value }) => [name, value])),
      ...logContext(),
      ...fields,
    }),
  );
}

/** Adds 1 to a metric, by function. */
export function countMetric(name: string, fields: Readonly<Record<string, unknown>> = {}): void {
  writeMetrics(LOG.counted, { [name]: 1 }, fields);
}
