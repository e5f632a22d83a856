import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Endpoint } from '../../functions/definition-types.ts';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/log.ts';

/** Dimensions of the API Gateway metrics of a stage. */
export interface MeasuredApi {
  readonly apiName: string;
  readonly stageName: string;
}

/** An operation, and the label of its metrics. */
export type MeasuredEndpoint = Pick<Endpoint, 'method' | 'path' | 'function'>;

type EndpointMetric = 'Count' | '4XXError' | '5XXError' | 'Latency';

/** An API Gateway metric of all operations together, or of one, labeled with the name of its function. */
export function apiMetric(
  { apiName, stageName }: MeasuredApi,
  metricName: EndpointMetric,
  statistic: string,
  label?: string,
  endpoint?: MeasuredEndpoint,
): Metric {
  const operation = endpoint && { Method: endpoint.method, Resource: endpoint.path };
  const named = endpoint?.function ?? label;
  return new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: apiName, Stage: stageName, ...operation },
    statistic,
    period: Duration.minutes(5),
    // With a label, the CDK writes a list of metrics, which the emulator does not take.
    ...(named === undefined ? {} : { label: named }),
  });
}

/** A custom metric that a function writes to its log. */
export const customMetric = (functionName: string, metricName: string, statistic: string, label?: string) =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { function: functionName },
    statistic,
    period: Duration.minutes(5),
    ...(label === undefined ? {} : { label }),
  });
