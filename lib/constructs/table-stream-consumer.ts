import { Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { failureDestination } from './failure-destination.ts';
import { givenUpQueue } from './given-up-queue.ts';
import type { ServiceFunction } from './service-function.ts';

export interface TableStreamConsumerProps {
  readonly streamArn: string;
  readonly function: ServiceFunction;
  /** Patterns of the keys of items that the function is called for. */
  readonly keys: Readonly<Record<string, unknown>>;
}

/** Times that a record is tried again before it is given up: some time without its queue must not cost events. */
const RETRIES = 100;

/** Has a function read a table's stream, from its beginning; a record that cannot be read does not stop those behind it. */
export class TableStreamConsumer extends Construct {
  constructor(scope: Construct, id: string, props: TableStreamConsumerProps) {
    super(scope, id);
    const { lambda, definition } = props.function;
    const givenUp = givenUpQueue(this, {
      severity: 'ticket',
      happened: 'Records of the stream could not be read; each message names them.',
      impact: definition.impact,
      runbook: 'records-of-a-stream-were-given-up',
    });
    lambda.addToRolePolicy(
      new PolicyStatement({
        // Without ListStreams, which names no stream: IAM knows it on "*" only, and the mapping is told its stream.
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [props.streamArn],
      }),
    );
    const mapping = new EventSourceMapping(this, 'Mapping', {
      target: lambda,
      eventSourceArn: props.streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      retryAttempts: RETRIES,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: failureDestination(lambda, givenUp),
      filters: [FilterCriteria.filter({ dynamodb: { Keys: props.keys } })],
    });
    Validations.of(lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        "Its mapping calls it and waits: records that are given up are named in the mapping's own failure destination, which raises an alarm.",
    });
    if (lambda.role) mapping.node.addDependency(lambda.role);
  }
}
