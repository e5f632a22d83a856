import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';

export interface RetriedQueue {
  readonly client: SQSClient;
  readonly queueUrl: string;
}

/** A message that was handed out. */
export interface ReceivedMessage {
  readonly receiptHandle: string;
  /** Times that it was, this one included. */
  readonly receives: number;
}

/** Has a message come again soon, and not after the queue's own time, which is that of the longest run. */
export type RetryMessage = (message: ReceivedMessage) => Promise<void>;

const FIRST_SECONDS = 30;
const MOST_SECONDS = 900;

/** After half a minute, and each time after twice as long. Where SQS does not answer, it comes after the queue's time. */
export function createSqsMessageRetry({ client, queueUrl }: RetriedQueue): RetryMessage {
  return async ({ receiptHandle, receives }) => {
    const request = new ChangeMessageVisibilityCommand({
      QueueUrl: queueUrl,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: Math.min(MOST_SECONDS, FIRST_SECONDS * 2 ** (receives - 1)),
    });
    await client.send(request).catch(() => undefined);
  };
}
