import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { LATENCY_TIERS } from '../functions/latency-tiers.ts';
import { endpointMetric, type MeasuredApi } from './endpoint-metrics.ts';
import { serviceAlarm } from './service-alarm.ts';

/** One alarm per tier: fires when the slowest operation of the tier is slow for 15 minutes. */
export class LatencyAlarms extends Construct {
  constructor(scope: Construct, id: string, api: MeasuredApi) {
    super(scope, id);
    for (const { name, title, endpoints, slowMs } of LATENCY_TIERS) {
      const slowest = new MathExpression({
        expression: 'MAX(METRICS())',
        label: `p99 of the slowest operation, ${name}`,
        usingMetrics: Object.fromEntries(
          endpoints.map((endpoint, index) => [
            `operation${index}`,
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
          happened: `${title}: the p99 latency of an operation was above ${slowMs / 1000} seconds for 15 minutes.`,
          impact: 'calls are slow, and callers may time out.',
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
