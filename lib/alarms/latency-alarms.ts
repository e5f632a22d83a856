import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { LATENCY_TIERS } from '../functions/latency-tiers.ts';
import { endpointMetric, type MeasuredApi } from './endpoint-metrics.ts';
import { serviceAlarm } from './service-alarm.ts';

/** An alarm a tier: on the slowest of its operations, once it is slow for a quarter of an hour. */
export class LatencyAlarms extends Construct {
  constructor(scope: Construct, id: string, api: MeasuredApi) {
    super(scope, id);
    for (const { name, what, endpoints, slowMs } of LATENCY_TIERS) {
      const slowest = new MathExpression({
        expression: 'MAX(METRICS())',
        label: `p99 of the slowest operation, ${name}`,
        usingMetrics: Object.fromEntries(
          endpoints.map((endpoint, place) => [
            `operation${place}`,
            endpointMetric(api, endpoint, 'Latency', 'p99'),
          ]),
        ),
        period: Duration.minutes(5),
      });
      serviceAlarm(
        this,
        name,
        slowest,
        {
          severity: 'ticket',
          happened: `${what}: the slowest 1% of calls of an operation took more than ${slowMs / 1000} seconds for 15 minutes.`,
          impact: 'callers wait, and may give up before they are answered.',
          runbook: 'calls-are-slow',
        },
        {
          threshold: slowMs,
          comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          evaluationPeriods: 3,
        },
      );
    }
  }
}
