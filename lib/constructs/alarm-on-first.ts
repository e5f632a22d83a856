import { Duration } from 'aws-cdk-lib';
import { type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

/**
 * Fires when there was one in five minutes: what it counts has an impact from the first on, and none is no news.
 * @param alarmDescription what happened, then "Impact: " and what callers or receivers do not get.
 */
export function alarmOnFirst(scope: Construct, id: string, metric: Metric, alarmDescription: string): void {
  metric.with({ period: Duration.minutes(5) }).createAlarm(scope, id, {
    alarmDescription,
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}
