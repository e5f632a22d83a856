import { Duration, Validations } from 'aws-cdk-lib';
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
  Validations.of(queue).acknowledge(
    {
      id: 'AwsSolutions-SQS3',
      reason: 'It is itself where all ends that was given up: kept 14 days, with an alarm on the first.',
    },
    {
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'Nothing receives from it by itself, so that no message can fail and go on to another queue.',
    },
  );
  const kept = queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' });
  alarmOnFirst(scope, 'GivenUpAlarm', kept, text);
  return queue;
}
