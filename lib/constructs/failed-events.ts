import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { alertingOf } from '../alarms/alerting.ts';
import { parameterNames } from '../parameters/parameter-names.ts';

/** A queue of failed events: function failures and stream records. An alarm finds it by its parameter. */
export function createFailedEventsQueue(scope: Construct): Queue {
  const queue = new Queue(scope, 'FailedEvents', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  Validations.of(queue).acknowledge(
    {
      id: 'AwsSolutions-SQS3',
      reason:
        'It is itself the failure destination: it keeps messages for 14 days, and the first raises an alarm.',
    },
    {
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'No function consumes it, so no message can fail and move to another queue.',
    },
  );
  const [stack = ''] = Stack.of(scope).stackName.split('-').slice(-1);
  new StringParameter(scope, 'FailedEventsUrl', {
    parameterName: `${parameterNames(alertingOf(scope).name).failedEventsPath}${stack}/${scope.node.id.toLowerCase()}`,
    stringValue: queue.queueUrl,
  });
  return queue;
}

/** Sends failed events of a function to a queue. The destinations of the CDK grant two more rights, which Lambda does not use. */
export function failureDestination(lambda: IFunction, queue: IQueue): { bind(): { destination: string } } {
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }));
  return { bind: () => ({ destination: queue.queueArn }) };
}
