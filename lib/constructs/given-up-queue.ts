import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { alarmOnFirst } from '../alarms/alarm-on-first.ts';
import { alertingOf } from '../alarms/alerting.ts';
import type { AlarmText } from '../alarms/service-alarm.ts';
import { parameterNames } from '../parameters/parameter-names.ts';

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
  const [stack = ''] = Stack.of(scope).stackName.split('-').slice(-1);
  new StringParameter(scope, 'GivenUpUrl', {
    parameterName: `${parameterNames(alertingOf(scope).name).givenUpPath}${stack}/${scope.node.id.toLowerCase()}`,
    stringValue: queue.queueUrl,
  });
  return queue;
}
