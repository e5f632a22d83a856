import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/metric.ts';
import { type AlarmText, serviceAlarm } from './service-alarm.ts';

/** Alarm texts by custom metric name. */
export type MetricAlarms = Readonly<Record<string, AlarmText>>;

/** Alarms of functions that read the terminals. */
export const TERMINAL_ALARMS: MetricAlarms = {
  TerminalSnapshotBroken: {
    severity: 'ticket',
    happened: 'The published snapshot of terminals is damaged.',
    impact:
      'callers do not see terminal changes since the last valid snapshot; any freight terminals command that changes terminals publishes a new one.',
    runbook: 'terminals-are-stale',
  },
  TerminalsUnreadable: {
    severity: 'ticket',
    happened: 'The terminals table cannot be read.',
    impact:
      'callers do not see changed terminals; functions that start now use the catalogue of their bundle.',
    runbook: 'terminals-are-stale',
  },
};

/** Alarms of functions that read the published market. */
export const MARKET_ALARMS: MetricAlarms = {
  MarketUnreadable: {
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
    severity: 'ticket',
    happened: 'The newest diesel price is more than 14 days old.',
    impact:
      'the fuel surcharge of rates may be inaccurate, and rates contain a warning; freight diesel import adds newer prices.',
    runbook: 'diesel-prices-are-stale',
  },
  DieselBroken: {
    severity: 'ticket',
    happened: 'The stored diesel prices are damaged.',
    impact:
      'rates use the prices read before, or the bundled table; freight diesel rebuild repairs the stored prices.',
    runbook: 'diesel-prices-are-stale',
  },
  DieselUnreadable: {
    severity: 'ticket',
    happened: 'The market table cannot be read.',
    impact: 'functions that start now use the bundled diesel prices.',
    runbook: 'diesel-prices-are-stale',
  },
};

/** Alarms of functions that deliver webhooks. */
export const DELIVERY_ALARMS: MetricAlarms = {
  DeliveryGivenUp: {
    severity: 'ticket',
    happened:
      'Deliveries that the service could not process for 3 days were marked as failed; log lines DELIVERY_NEVER_PROCESSED name them, DELIVERY_NOT_PROCESSED the cause.',
    impact: 'their receivers got no webhook; after the cause is fixed, recover sends them.',
    runbook: 'deliveries-failed-after-3-days',
  },
};

/** One alarm on each of these metrics, which the functions count with `countMetric`. The text names no function: the log does. */
export function addMetricAlarms(
  scope: Construct,
  functions: readonly IFunction[],
  alarms: MetricAlarms,
): void {
  const period = Duration.minutes(5);
  for (const [metricName, text] of Object.entries(alarms)) {
    const metrics = functions.map(({ functionName }, index) => {
      const dimensionsMap = { function: functionName };
      const metric = new Metric({
        namespace: METRIC_NAMESPACE,
        metricName,
        dimensionsMap,
        statistic: 'Sum',
        period,
      });
      return [`function${index}`, metric] as const;
    });
    const counted = new MathExpression({
      expression: 'SUM(METRICS())',
      label: metricName,
      usingMetrics: Object.fromEntries(metrics),
      period,
    });
    serviceAlarm(scope, `${metricName}Alarm`, counted, text, { threshold: 1, evaluationPeriods: 1 });
  }
}
