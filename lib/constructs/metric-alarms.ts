import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/logging/metric.ts';
import { alarmOnFirst } from './alarm-on-first.ts';

/** Text of the alarm on each of a function's own metrics, by the name that it counts under. */
export type MetricAlarms = Readonly<Record<string, string>>;

/** When a function that answers from the terminals in force cannot get at the newest ones. */
export const TERMINAL_ALARMS: MetricAlarms = {
  TerminalSnapshotBroken:
    'The published snapshot of terminals cannot be used. Impact: callers do not see what was changed since the last good one; any freight terminals command publishes a new one.',
  TerminalsUnreadable:
    'The terminals table cannot be read. Impact: callers do not see changed terminals; functions that start now answer from the catalogue of their bundle.',
};

/** When a function that prices by diesel cannot get at prices of today. */
export const DIESEL_ALARMS: MetricAlarms = {
  DieselStale:
    'The newest diesel price is more than 14 days old. Impact: the fuel part of rates is off and they carry a warning; freight diesel import brings newer prices.',
  DieselBroken:
    'The recorded diesel prices cannot be used. Impact: rates are made with those read before, or with the bundled table; freight diesel rebuild mends it.',
  DieselUnreadable:
    'The market table cannot be read. Impact: functions that start now price with the bundled diesel prices.',
};

/** When a function that delivers webhooks gave one up for a reason of ours. */
export const DELIVERY_ALARMS: MetricAlarms = {
  DeliveryGivenUp:
    'Deliveries that could not be worked on for 3 days have ended as failed; lines DELIVERY_GIVEN_UP name them, DELIVERY_UNFINISHED the cause. Impact: their receivers got nothing; when the cause is mended, recover sends them.',
};

/** An alarm on each of these metrics, as this function counts them (`countMetric`). */
export function addMetricAlarms(scope: Construct, lambda: IFunction, alarms: MetricAlarms): void {
  for (const [metricName, alarmDescription] of Object.entries(alarms)) {
    const metric = new Metric({
      namespace: METRIC_NAMESPACE,
      metricName,
      dimensionsMap: { function: lambda.functionName },
      statistic: 'Sum',
    });
    alarmOnFirst(scope, `${metricName}Alarm`, metric, alarmDescription);
  }
}
