/** CloudWatch namespace of the service's own metrics. */
export const METRIC_NAMESPACE = 'FreightRatesAndQuotes';

/**
 * Counts one occurrence as a CloudWatch metric through the log (embedded metric format), by function.
 * `fields` are logged beside it and are no dimensions, so that they cost nothing.
 */
export function countMetric(
  name: string,
  functionName: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  console.info(
    JSON.stringify({
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [
          {
            Namespace: METRIC_NAMESPACE,
            Dimensions: [['function']],
            Metrics: [{ Name: name, Unit: 'Count' }],
          },
        ],
      },
      function: functionName,
      [name]: 1,
      ...fields,
    }),
  );
}
