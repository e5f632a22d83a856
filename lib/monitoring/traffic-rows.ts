import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { apiMetric, type MeasuredApi } from '../alarms/service-metrics.ts';
import { runbookLink } from '../settings/runbook-sections.ts';
import { graph, heading, lambdaMetric } from './graph.ts';

const PERCENTILES = ['p50', 'p95', 'p99'] as const;

/** Dashboard rows of calls, errors and latency of the API; the access log has each operation. */
export function trafficRows(api: MeasuredApi, runbook: string): readonly (readonly IWidget[])[] {
  const all = (name: 'Count' | '4XXError' | '5XXError', label: string) =>
    apiMetric(api, name, name === 'Count' ? 'SampleCount' : 'Sum', label);
  return [
    [heading('API calls', runbookLink(runbook, 'the-api-answers-500'))],
    [
      graph('calls', 8, [all('Count', 'calls')]),
      graph('errors', 8, [all('4XXError', '4xx: caller errors')], [all('5XXError', '5xx: service errors')]),
      graph(
        'latency, ms',
        8,
        PERCENTILES.map((percentile) => apiMetric(api, 'Latency', percentile, percentile)),
      ),
    ],
  ];
}

/** Dashboard rows of the authorizer. @param name of the function. @param queries widgets of rejected calls. */
export function authorizerRows(
  name: string,
  runbook: string,
  queries: readonly IWidget[],
): readonly (readonly IWidget[])[] {
  const of = (metric: string, statistic: string, label: string) =>
    lambdaMetric(name, metric, statistic, label);
  return [
    [heading('Authorization', runbookLink(runbook, 'the-authorizer-fails'))],
    [
      graph(
        'authorizer: invocations',
        6,
        [of('Invocations', 'Sum', 'invocations')],
        [of('Errors', 'Sum', 'errors'), of('Throttles', 'Sum', 'throttled')],
      ),
      graph('authorizer: duration, ms', 6, [
        ...PERCENTILES.map((percentile) => of('Duration', percentile, percentile)),
      ]),
      ...queries,
    ],
  ];
}
