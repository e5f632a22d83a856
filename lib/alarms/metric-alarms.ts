import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/metric.ts';
import { alarmOnFirst } from './alarm-on-first.ts';
import type { AlarmText } from './service-alarm.ts';

/** Text of the alarm on each of a function's own metrics, by the name that it counts under. */
export type MetricAlarms = Readonly<Record<string, AlarmText>>;

/** When a function that answers from the terminals in force cannot get at the newest ones. */
export const TERMINAL_ALARMS: MetricAlarms = {
  TerminalSnapshotBroken: {
    severity: 'ticket',
    happened: 'The published snapshot of terminals cannot be used.',
    impact:
      'callers do not see what was changed since the last good one; any freight terminals command publishes a new one.',
    runbook: 'terminals-are-not-the-newest',
  },
  TerminalsUnreadable: {
    severity: 'ticket',
    happened: 'The terminals table cannot be read.',
    impact:
      'callers do not see changed terminals; functions that start now answer from the catalogue of their bundle.',
    runbook: 'terminals-are-not-the-newest',
  },
};

/** When a function that prices by the market cannot get at what is published of it. */
export const MARKET_ALARMS: MetricAlarms = {
  MarketUnreadable: {
    severity: 'ticket',
    happened: 'The published market cannot be read.',
    impact:
      'rates do not follow new loads; functions that start now price by the cost model alone, with its wide ranges.',
    runbook: 'the-market-cannot-be-read',
  },
};

/** When a function that prices by diesel cannot get at prices of today. */
export const DIESEL_ALARMS: MetricAlarms = {
  DieselStale: {
    severity: 'ticket',
    happened: 'The newest diesel price is more than 14 days old.',
    impact:
      'the fuel part of rates is off and they carry a warning; freight diesel import brings newer prices.',
    runbook: 'diesel-prices-are-not-the-newest',
  },
  DieselBroken: {
    severity: 'ticket',
    happened: 'The recorded diesel prices cannot be used.',
    impact:
      'rates are made with those read before, or with the bundled table; freight diesel rebuild mends it.',
    runbook: 'diesel-prices-are-not-the-newest',
  },
  DieselUnreadable: {
    severity: 'ticket',
    happened: 'The market table cannot be read.',
    impact: 'functions that start now price with the bundled diesel prices.',
    runbook: 'diesel-prices-are-not-the-newest',
  },
};

/** When a function that delivers webhooks gave one up for a reason of ours. */
export const DELIVERY_ALARMS: MetricAlarms = {
  DeliveryGivenUp: {
    severity: 'ticket',
    happened:
      'Deliveries that could not be worked on for 3 days have ended as failed; lines DELIVERY_GIVEN_UP name them, DELIVERY_UNFINISHED the cause.',
    impact: 'their receivers got nothing; when the cause is mended, recover sends them.',
    runbook: 'deliveries-were-given-up',
  },
};

/** An alarm on each of these metrics, as this function counts them (`countMetric`). */
export function addMetricAlarms(scope: Construct, lambda: IFunction, alarms: MetricAlarms): void {
  for (const [metricName, text] of Object.entries(alarms)) {
    const metric = new Metric({
      namespace: METRIC_NAMESPACE,
      metricName,
      dimensionsMap: { function: lambda.functionName },
      statistic: 'Sum',
    });
    alarmOnFirst(scope, `${metricName}Alarm`, metric, text);
  }
}
