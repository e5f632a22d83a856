import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';

export interface RetriedQueue {
  readonly client: SQSClient;
  readonly queueUrl: string;
}

/** A message that was received. */
export interface ReceivedMessage {
  readonly receiptHandle: string;
  /** Receive count, including this receive. */
  readonly receives: number;
}

/** Makes a message visible again before the queue's visibility timeout ends, which is as long as the longest run. */
export type RetryMessage = (message: ReceivedMessage) => Promise<void>;

const FIRST_SECONDS = 30;
const MAX_SECONDS = 900;

/** Exponential backoff from 30 seconds. If the request to SQS fails, the queue's visibility timeout applies. */
export function createSqsMessageRetry({ client, queueUrl }: RetriedQueue): RetryMessage {
  return async ({ receiptHandle, receives }) => {
    const request = new ChangeMessageVisibilityCommand({
      QueueUrl: queueUrl,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: Math.min(MAX_SECONDS, FIRST_SECONDS * 2 ** (receives - 1)),
    });
    await client.send(request).catch(() => undefined);
  };
}
