import { defaultProvider } from '../dynamodb/environment-credentials.ts';
import type { MessageQueue } from './message-queue.ts';
import type { QueueEnvironment } from './queue-env.ts';
import { createSqsMessageQueue } from './sqs-message-queue.ts';
import { createSqsMessageReturn, type ReturnMessage } from './sqs-message-return.ts';

const inService = (queueUrl: string, env: QueueEnvironment) => ({
  queueUrl,
  region: env.AWS_REGION,
  credentials: defaultProvider(),
  endpoint: env.AWS_ENDPOINT_URL_SQS ?? env.AWS_ENDPOINT_URL,
});

/** A queue as functions send to it, in every stage. */
export const queueInService = (queueUrl: string, env: QueueEnvironment): MessageQueue =>
  createSqsMessageQueue(inService(queueUrl, env));

/** A queue as a function has its messages come again. */
export const returnsInService = (queueUrl: string, env: QueueEnvironment): ReturnMessage =>
  createSqsMessageReturn(inService(queueUrl, env));
