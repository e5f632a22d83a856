import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { apiMetric, endpointMetric, type MeasuredApi } from '../alarms/endpoint-metrics.ts';
import { ENDPOINTS } from '../functions/endpoints.ts';
import { graph, heading, lambdaMetric } from './graph.ts';

const PERCENTILES = ['p50', 'p95', 'p99'] as const;

/** Operations grouped by their error format. */
const GROUPS = [
  { errorFormat: 'rates', title: 'terminals, rates, usage' },
  { errorFormat: 'quotes', title: 'quotes and strategies' },
  { errorFormat: 'general', title: 'webhooks and deliveries' },
] as const;

/** What callers see: calls, errors and latency, of all and of each operation. */
export function trafficRows(api: MeasuredApi, runbook: string): readonly (readonly IWidget[])[] {
  const all = (name: 'Count' | '4XXError' | '5XXError', label: string) =>
    apiMetric(api, name, name === 'Count' ? 'SampleCount' : 'Sum', label);
  return [
    [heading('What callers see', `${runbook}#the-api-answers-500`)],
    [
      graph('calls', 8, [all('Count', 'calls')]),
      graph('errors', 8, [all('4XXError', '4xx: refused')], [all('5XXError', '5xx: ours')]),
      graph(
        'latency, ms',
        8,
        PERCENTILES.map((percentile) => apiMetric(api, 'Latency', percentile, percentile)),
      ),
    ],
    ...GROUPS.map(({ errorFormat, title }) => {
      const own = ENDPOINTS.filter((endpoint) => endpoint.errorFormat === errorFormat);
      return [
        graph(
          `${title}: calls`,
          5,
          own.map((endpoint) => endpointMetric(api, endpoint, 'Count', 'SampleCount')),
        ),
        graph(
          '5xx',
          4,
          own.map((endpoint) => endpointMetric(api, endpoint, '5XXError', 'Sum')),
        ),
        ...PERCENTILES.map((percentile) =>
          graph(
            `latency ${percentile}, ms`,
            5,
            own.map((endpoint) => endpointMetric(api, endpoint, 'Latency', percentile)),
          ),
        ),
      ];
    }),
  ];
}

/** Whether callers are let in. @param name of the authorizer. @param queries of refused calls. */
export function authorizerRows(
  name: string,
  runbook: string,
  queries: readonly IWidget[],
): readonly (readonly IWidget[])[] {
  const of = (metric: string, statistic: string, label: string) =>
    lambdaMetric(name, metric, statistic, label);
  return [
    [heading('Who is let in', `${runbook}#the-authorizer-fails`)],
    [
      graph(
        'authorizer: runs',
        6,
        [of('Invocations', 'Sum', 'runs')],
        [of('Errors', 'Sum', 'errors'), of('Throttles', 'Sum', 'throttled')],
      ),
      graph('authorizer: duration, ms', 6, [
        ...PERCENTILES.map((percentile) => of('Duration', percentile, percentile)),
      ]),
      ...queries,
    ],
  ];
}
