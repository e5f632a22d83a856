import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

/**
 * Sends failed events of a function to a queue. The destinations of the CDK grant two more rights, which Lambda does not
 * use.
 */
export function failureDestination(lambda: IFunction, queue: IQueue): { bind(): { destination: string } } {
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }));
  return { bind: () => ({ destination: queue.queueArn }) };
}
