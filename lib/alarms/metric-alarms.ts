import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { chunk } from '../../shared/platform/collections/chunk.ts';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/metric.ts';
import { MAX_METRICS } from './function-errors.ts';
import { type AlarmText, serviceAlarm } from './service-alarm.ts';

/** An alarm on custom metrics that share a runbook section. */
export interface MetricAlarm extends AlarmText {
  readonly metrics: readonly string[];
}

/** Alarms by name. */
export type MetricAlarms = Readonly<Record<string, MetricAlarm>>;

/** Alarms of functions that read the terminals. */
export const TERMINAL_ALARMS: MetricAlarms = {
  TerminalsStale: {
    metrics: ['TerminalSnapshotBroken', 'TerminalsUnreadable'],
    severity: 'ticket',
    happened: 'The terminals table cannot be read, or its published snapshot is damaged.',
    impact:
      'callers do not see changed terminals; functions that start now use the catalogue of their bundle.',
    runbook: 'terminals-are-stale',
  },
};

/** Alarms of functions that read the published market. */
export const MARKET_ALARMS: MetricAlarms = {
  MarketUnreadable: {
    metrics: ['MarketUnreadable'],
    severity: 'ticket',
    happened: 'The published market cannot be read.',
    impact:
      'rates do not follow new loads; functions that start now use only the cost model, which gives wider ranges.',
    runbook: 'the-market-cannot-be-read',
  },
};

/** Alarms of functions that read diesel prices. */
export const DIESEL_ALARMS: MetricAlarms = {
  DieselStale: {
    metrics: ['DieselStale', 'DieselBroken', 'DieselUnreadable'],
    severity: 'ticket',
    happened:
      'The newest diesel price is more than 14 days old, or the stored diesel prices cannot be read or are damaged.',
    impact:
      'the fuel surcharge of rates may be inaccurate, and rates contain a warning; freight diesel import adds newer prices, and freight diesel rebuild repairs damaged ones.',
    runbook: 'diesel-prices-are-stale',
  },
};

/** Alarms of functions that deliver webhooks. */
export const DELIVERY_ALARMS: MetricAlarms = {
  DeliveryGivenUp: {
    metrics: ['DeliveryGivenUp'],
    severity: 'ticket',
    happened:
      'Deliveries that the service could not process for 3 days were marked as failed; log lines DELIVERY_NEVER_PROCESSED name them, DELIVERY_NOT_PROCESSED the cause.',
    impact: 'their receivers got no webhook; after the cause is fixed, recover sends them.',
    runbook: 'deliveries-failed-after-3-days',
  },
};

/**
 * Alarms on metrics that the functions count with `countMetric`, each over as many functions as an alarm can have metrics.
 * The text names no function: the log does.
 */
export function addMetricAlarms(
  scope: Construct,
  functions: readonly IFunction[],
  alarms: MetricAlarms,
): void {
  const period = Duration.minutes(5);
  for (const [name, { metrics, ...text }] of Object.entries(alarms)) {
    chunk(functions, Math.floor(MAX_METRICS / metrics.length)).forEach((group, index) => {
      const counts = group.flatMap(({ functionName }) =>
        metrics.map(
          (metricName) =>
            new Metric({
              namespace: METRIC_NAMESPACE,
              metricName,
              dimensionsMap: { function: functionName },
              statistic: 'Sum',
              period,
            }),
        ),
      );
      const counted = new MathExpression({
        expression: 'SUM(METRICS())',
        label: metrics.join(', '),
        usingMetrics: Object.fromEntries(counts.map((metric, each) => [`metric${each}`, metric])),
        period,
      });
      const id = `${name}${index === 0 ? '' : index}Alarm`;
      serviceAlarm(scope, id, counted, text, { threshold: 1, evaluationPeriods: 1 });
    });
  }
}
