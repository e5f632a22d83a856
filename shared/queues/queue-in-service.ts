import { defaultProvider } from '../dynamodb/environment-credentials.ts';
import type { MessageQueue } from './message-queue.ts';
import type { QueueEnvironment } from './queue-env.ts';
import { createSqsMessageQueue } from './sqs-message-queue.ts';

/** A queue as functions send to it, in every stage. */
export function queueInService(queueUrl: string, env: QueueEnvironment): MessageQueue {
  return createSqsMessageQueue({
    queueUrl,
    region: env.AWS_REGION,
    credentials: defaultProvider(),
    endpoint: env.AWS_ENDPOINT_URL_SQS ?? env.AWS_ENDPOINT_URL,
  });
}
