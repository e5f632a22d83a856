import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

/**
 * Has Lambda keep in a queue what a function failed at. The CDK's own destinations grant two rights more, which
 * Lambda has no use for.
 */
export function failureDestination(lambda: IFunction, queue: IQueue): { bind(): { destination: string } } {
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }));
  return { bind: () => ({ destination: queue.queueArn }) };
}
