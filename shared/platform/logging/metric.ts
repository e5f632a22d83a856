import { logContext } from './log-context.ts';
import type { LogMessage } from './log-messages.ts';
import * as LOG from './log-messages.ts';

/** CloudWatch namespace of the service's own metrics. */
export const METRIC_NAMESPACE = 'FreightRatesAndQuotes';

/** Errors that a published version of a function has logged. */
export const VERSION_FAILURES = 'VersionFailures';

type MetricUnit = 'Count' | 'Seconds';

/** A value of each metric, by its name. Each name is a metric a function, and paid for as one. */
export type MetricValues = Readonly<
  Record<string, number | { readonly value: number; readonly unit: MetricUnit }>
>;

/**
 * Writes values of metrics through the log (embedded metric format), by function. `fields` are logged beside them and
 * are no dimensions, so that they cost nothing: queries tell organizations apart by them, and metrics do not.
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
  console.info(
    JSON.stringify({
      timestamp: new Date(at).toISOString(),
      level: 'info',
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
      function: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'unknown',
      ...Object.fromEntries(entries.map(({ name, value }) => [name, value])),
      ...logContext(),
      ...fields,
    }),
  );
}

/** Counts one occurrence of what `name` says, by function. */
export function countMetric(name: string, fields: Readonly<Record<string, unknown>> = {}): void {
  writeMetrics(LOG.counted, { [name]: 1 }, fields);
}
