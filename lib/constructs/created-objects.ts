import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { QueueWithDeadLetters } from './queue-with-dead-letters.ts';

export interface CreatedObjects {
  readonly description: string;
  readonly bucketName: string;
  /** EventBridge pattern of the object keys. */
  readonly key: Readonly<Record<string, unknown>>;
  readonly to: QueueWithDeadLetters;
}

/**
 * Sends a message to a queue for each object that is created in a bucket. EventBridge can exclude keys by their suffix;
 * S3 notifications to a queue cannot.
 */
export function sendCreatedObjects(
  scope: Construct,
  id: string,
  { description, bucketName, key, to }: CreatedObjects,
): void {
  new Rule(scope, id, {
    description,
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [bucketName] }, object: { key: [key] } },
    },
    targets: [new SqsQueue(to.queue, { deadLetterQueue: to.deadLetters })],
  });
}
