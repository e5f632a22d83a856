import { Duration } from 'aws-cdk-lib';
import { Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/logging/metric.ts';

const IMPACTS = {
  TerminalSnapshotBroken:
    'The published snapshot of terminals cannot be used. Impact: callers do not see what was changed since the last good one; any freight terminals command publishes a new one.',
  TerminalsUnreadable:
    'The terminals table cannot be read. Impact: callers do not see changed terminals; functions that start now answer from the catalogue of their bundle.',
} as const;

/** Fires when a function that answers from the terminals in force cannot get at the newest ones. */
export function addTerminalAlarms(scope: Construct, lambda: IFunction): void {
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
