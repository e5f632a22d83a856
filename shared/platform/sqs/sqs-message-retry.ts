import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';

export interface RetriedQueue {
  readonly client: SQSClient;
  readonly queueUrl: string;
}

export interface ReceivedMessage {
  readonly receiptHandle: string;
  /** Receive count, including this receive. */
  readonly receives: number;
}

/**
 * Sets when a failed message becomes visible again. Without it, the queue's visibility timeout applies: six times the
 * time-out of the function, which is long for a first retry and may be shorter than a late one.
 */
export type RetryMessage = (message: ReceivedMessage) => Promise<void>;

const FIRST_SECONDS = 30;
const MAX_SECONDS = 900;

/** Exponential backoff, 30 seconds to 15 minutes. If the request to SQS fails, the queue's visibility timeout applies. */
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
