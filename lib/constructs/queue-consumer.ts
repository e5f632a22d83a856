import { Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledgeNoDeadLetterQueue } from '../findings/template-findings.ts';

export interface QueueConsumerProps {
  readonly queue: IQueue;
  readonly lambda: IFunction;
  /** The alias to call, if not the function itself. */
  readonly target?: IFunction | undefined;
  readonly batchSize: number;
  readonly maximumConcurrency: number;
  /** The function sets the delay of a retry itself. */
  readonly delaysRetries?: boolean;
}

/** Connects a function to a queue. Only the messages that it reports as failed are delivered again. */
export class QueueConsumer extends Construct {
  constructor(scope: Construct, id: string, props: QueueConsumerProps) {
    super(scope, id);
    const { queue, lambda, target = lambda, batchSize, maximumConcurrency, delaysRetries = false } = props;
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: [
          'sqs:ReceiveMessage',
          'sqs:DeleteMessage',
          'sqs:GetQueueAttributes',
          ...(delaysRetries ? ['sqs:ChangeMessageVisibility'] : []),
        ],
        resources: [queue.queueArn],
      }),
    );
    const mapping = new EventSourceMapping(this, 'Mapping', {
      target,
      eventSourceArn: queue.queueArn,
      batchSize,
      maxConcurrency: maximumConcurrency,
      reportBatchItemFailures: true,
    });
    const reason =
      'SQS keeps a message until the function has processed it: after eight failures the redrive policy moves it to the dead-letter queue, which raises an alarm.';
    Validations.of(mapping).acknowledge({ id: 'Serverless-LambdaEventSourceMappingDestination', reason });
    acknowledgeNoDeadLetterQueue(lambda, reason);
    // Lambda rejects the mapping until the role can read the queue.
    if (lambda.role) mapping.node.addDependency(lambda.role);
  }
}
