import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { alarmOnFirst } from './alarm-on-first.ts';
import type { AlarmText } from './service-alarm.ts';

/** A queue that keeps what was given up, and says so. @param text what lies in it, and its impact. */
export function givenUpQueue(scope: Construct, text: AlarmText): Queue {
  const queue = new Queue(scope, 'GivenUp', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  const kept = queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' });
  alarmOnFirst(scope, 'GivenUpAlarm', kept, text);
  return queue;
}
