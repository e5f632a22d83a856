import { Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface QueueConsumerProps {
  readonly queue: IQueue;
  readonly lambda: IFunction;
  readonly batchSize: number;
  readonly maximumConcurrency: number;
}

/** Has a function work off a queue; messages that it names as failed come back alone. */
export class QueueConsumer extends Construct {
  constructor(scope: Construct, id: string, props: QueueConsumerProps) {
    super(scope, id);
    const { queue, lambda, batchSize, maximumConcurrency } = props;
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        resources: [queue.queueArn],
      }),
    );
    const mapping = new EventSourceMapping(this, 'Mapping', {
      target: lambda,
      eventSourceArn: queue.queueArn,
      batchSize,
      maxConcurrency: maximumConcurrency,
      reportBatchItemFailures: true,
    });
    const reason =
      'SQS calls it and keeps the message until the function has taken it: what fails eight times goes to the dead-letter queue by the redrive policy of its queue, which raises an alarm.';
    Validations.of(mapping).acknowledge({ id: 'Serverless-LambdaEventSourceMappingDestination', reason });
    Validations.of(lambda).acknowledge({ id: 'Serverless-LambdaDLQ', reason });
    // The mapping is refused while the role may not read the queue.
    if (lambda.role) mapping.node.addDependency(lambda.role);
  }
}
