import { Duration } from 'aws-cdk-lib';
import { Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/logging/metric.ts';

const IMPACTS = {
  DieselStale:
    'The newest diesel price is more than 14 days old. Impact: the fuel part of rates is off and they carry a warning; freight diesel import brings newer prices.',
  DieselBroken:
    'The recorded diesel prices cannot be used. Impact: rates are made with those read before, or with the bundled table; freight diesel rebuild mends it.',
  DieselUnreadable:
    'The market table cannot be read. Impact: functions that start now price with the bundled diesel prices.',
} as const;

/** Fires when a function that prices by diesel cannot get at prices of today. */
export function addDieselAlarms(scope: Construct, lambda: IFunction): void {
  for (const [metricName, alarmDescription] of Object.entries(IMPACTS)) {
    new Metric({
      namespace: METRIC_NAMESPACE,
      metricName,
      dimensionsMap: { function: lambda.functionName },
      period: Duration.minutes(5),
      statistic: 'Sum',
    }).createAlarm(scope, `${metricName}Alarm`, {
      alarmDescription,
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
