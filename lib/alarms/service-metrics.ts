import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Endpoint } from '../../functions/definition-types.ts';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/log.ts';

/** Period of graphs, and of alarms unless they name another. */
export const PERIOD = Duration.minutes(5);

/** A metric. With a label, the CDK writes a list of metrics, which the emulator does not take. */
export const metric = (
  namespace: string,
  metricName: string,
  statistic: string,
  dimensionsMap: Record<string, string> = {},
  label?: string,
) =>
  new Metric({
    ...{ namespace, metricName, statistic, dimensionsMap, period: PERIOD },
    ...(label === undefined ? {} : { label }),
  });

/** A custom metric that a function writes to its log. */
export const customMetric = (functionName: string, metricName: string, statistic: string, label?: string) =>
  metric(METRIC_NAMESPACE, metricName, statistic, { function: functionName }, label);

/** Dimensions of the API Gateway metrics of a stage. */
export interface MeasuredApi {
  readonly apiName: string;
  readonly stageName: string;
}

/** An operation, and the label of its metrics. */
export type MeasuredEndpoint = Pick<Endpoint, 'method' | 'path' | 'function'>;

/** An API Gateway metric of all operations together, or of one, labeled with the name of its function. */
export const apiMetric = (
  { apiName, stageName }: MeasuredApi,
  metricName: 'Count' | '4XXError' | '5XXError' | 'Latency',
  statistic: string,
  label?: string,
  endpoint?: MeasuredEndpoint,
): Metric => {
  const operation = endpoint && { Method: endpoint.method, Resource: endpoint.path };
  const dimensions = { ApiName: apiName, Stage: stageName, ...operation };
  return metric('AWS/ApiGateway', metricName, statistic, dimensions, endpoint?.function ?? label);
};

/**
 * Metric math. @param usingMetrics by the names in the expression, which are also their labels in graphs; a list has the
 * names metric0, metric1, ... and the labels of its metrics.
 */
export const math = (
  expression: string,
  label: string,
  usingMetrics: Readonly<Record<string, Metric>> | readonly Metric[],
  period = PERIOD,
) =>
  new MathExpression({
    ...{ expression, label, period },
    usingMetrics: Array.isArray(usingMetrics)
      ? Object.fromEntries(usingMetrics.map((one, index) => [`metric${index}`, one]))
      : Object.fromEntries(
          Object.entries(usingMetrics).map(([id, one]) => [id, one.with({ label: one.label ?? id })]),
        ),
  });
