import { Duration } from 'aws-cdk-lib';
import { type Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { FunctionDefinition } from '../function-definition.ts';

/** Fires on any failed invocation in five minutes: handlers answer expected failures themselves. */
export function functionErrorAlarm(
  scope: Construct,
  lambda: IFunction,
  definition: FunctionDefinition,
): Alarm {
  return lambda
    .metricErrors({ period: Duration.minutes(5), statistic: 'Sum' })
    .createAlarm(scope, 'ErrorAlarm', {
      alarmDescription: `${definition.function} fails. Impact: ${definition.impact}`,
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
}
