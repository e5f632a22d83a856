import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type AlarmText, serviceAlarm } from './service-alarm.ts';

/** Fires when there was one in five minutes: what it counts has an impact from the first on, and none is no news. */
export function alarmOnFirst(scope: Construct, id: string, metric: Metric, text: AlarmText): void {
  serviceAlarm(scope, id, metric.with({ period: Duration.minutes(5) }), text, {
    threshold: 1,
    evaluationPeriods: 1,
  });
}
