import { Validations } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';

/** Reasons why resources that many constructs create do not follow a rule of checkov (`CKV_...`). */

/** For a queue with the encryption of SQS (SSE-SQS). */
export function acknowledgeQueue(queue: Queue): void {
  Validations.of(queue).acknowledge({
    id: 'CKV_AWS_27',
    reason:
      'SQS encrypts the queue with its own keys (SqsManagedSseEnabled), which the rule does not count. A KMS key would cost a request for each batch and must be granted to all senders.',
  });
}

/** For a function without a dead-letter queue of its own. @param reason where its failed events go. */
export function acknowledgeNoDeadLetterQueue(lambda: IFunction, reason: string): void {
  Validations.of(lambda).acknowledge({ id: 'Serverless-LambdaDLQ', reason }, { id: 'CKV_AWS_116', reason });
}

export interface FunctionPlace {
  readonly isReserved: boolean;
  readonly isInVpc: boolean;
}

export function acknowledgeFunction(lambda: IConstruct, { isReserved, isInVpc }: FunctionPlace): void {
  Validations.of(lambda).acknowledge({
    id: 'CKV_AWS_173',
    reason:
      'Lambda encrypts variables at rest. These variables have names of resources and settings; secrets are in Systems Manager and DynamoDB, and functions read them when they use them.',
  });
  if (!isReserved) {
    Validations.of(lambda).acknowledge({
      id: 'CKV_AWS_115',
      reason:
        'Reserved executions are taken from the account and are a limit of the function. Only functions whose callers could use up the account have them, in prod (docs/explanation/scale.md).',
    });
  }
  if (!isInVpc) {
    Validations.of(lambda).acknowledge({
      id: 'CKV_AWS_117',
      reason:
        'A function needs a VPC only to reach resources in one: those that use the search domain have one. The others call AWS services or webhook receivers, and would need a NAT gateway.',
    });
  }
}
