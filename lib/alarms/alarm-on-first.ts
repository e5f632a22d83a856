import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type AlarmText, serviceAlarm } from './service-alarm.ts';

/** Fires at the first occurrence within five minutes; missing data counts as none. */
export function alarmOnFirst(scope: Construct, id: string, metric: Metric, text: AlarmText): void {
  serviceAlarm(scope, id, metric.with({ period: Duration.minutes(5) }), text, {
    threshold: 1,
    evaluationPeriods: 1,
  });
}
