import { logContext } from './log-context.ts';
import { LOG, type LogMessage } from './log-messages.ts';

/** CloudWatch namespace of the service's own metrics. */
export const METRIC_NAMESPACE = 'FreightRatesAndQuotes';

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
  functionName: string,
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
      function: functionName,
      ...Object.fromEntries(entries.map(({ name, value }) => [name, value])),
      ...logContext(),
      ...fields,
    }),
  );
}

/** Counts one occurrence of what `name` says, by function. */
export function countMetric(
  name: string,
  functionName: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  writeMetrics(LOG.counted, functionName, { [name]: 1 }, fields);
}
