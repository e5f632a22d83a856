import { createSqsClient, createSqsMessageQueue, type MessageQueue } from './sqs-message-queue.ts';
import { createSqsMessageRetry, type RetryMessage } from './sqs-message-retry.ts';

/** One client for all queues of a function, because it keeps its connections. */
const client = createSqsClient();

/** Creates the queue to which a function sends messages. */
export const composeQueue = (queueUrl: string): MessageQueue => createSqsMessageQueue({ client, queueUrl });

/** Creates the retry of messages that a function received from a queue. */
export const composeMessageRetry = (queueUrl: string): RetryMessage =>
  createSqsMessageRetry({ client, queueUrl });
