import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, type IFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { createFailedEventsQueue, failureDestination } from './failed-events.ts';
import { acknowledgeNoDeadLetterQueue, type ServiceFunction } from './service-function.ts';

export interface TableStreamConsumerProps {
  readonly streamArn: string;
  readonly function: ServiceFunction;
  /** The alias to call, if not the function itself. */
  readonly target?: IFunction | undefined;
  /** Filter patterns for the keys of the items. */
  readonly keys: Readonly<Record<string, unknown>>;
}

/** Retries of a record before it fails: a temporary outage of the target queue must not lose events. */
const RETRIES = 100;

/**
 * Connects a function to the stream of a table, from its oldest record. A failed record blocks later batches of its shard
 * until it succeeds or its retries end.
 */
export class TableStreamConsumer extends Construct {
  constructor(scope: Construct, id: string, props: TableStreamConsumerProps) {
    super(scope, id);
    const { lambda } = props.function;
    const failedEvents = createFailedEventsQueue(this);
    lambda.addToRolePolicy(
      new PolicyStatement({
        // ListStreams is not needed, since the mapping has the ARN; IAM allows it only on "*".
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [props.streamArn],
      }),
    );
    const mapping = new EventSourceMapping(this, 'Mapping', {
      target: props.target ?? lambda,
      eventSourceArn: props.streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      retryAttempts: RETRIES,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: failureDestination(lambda, failedEvents),
      filters: [FilterCriteria.filter({ dynamodb: { Keys: props.keys } })],
    });
    acknowledgeNoDeadLetterQueue(
      lambda,
      'Its event source mapping calls it synchronously: failed records go to the failure destination of the mapping, which raises an alarm.',
    );
    if (lambda.role) mapping.node.addDependency(lambda.role);
  }
}
