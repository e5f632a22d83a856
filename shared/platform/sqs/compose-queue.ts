import type { MessageQueue } from './message-queue.ts';
import { createSqsClient } from './sqs-client.ts';
import { createSqsMessageQueue } from './sqs-message-queue.ts';
import { createSqsMessageRetry, type RetryMessage } from './sqs-message-retry.ts';

/** One for all queues of a function: it keeps its connections. */
const client = createSqsClient();

/** A queue as functions send to it, in every stage. */
export const composeQueue = (queueUrl: string): MessageQueue => createSqsMessageQueue({ client, queueUrl });

/** A queue as a function has its messages come again. */
export const composeMessageRetry = (queueUrl: string): RetryMessage =>
  createSqsMessageRetry({ client, queueUrl });
