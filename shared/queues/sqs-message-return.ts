import { callJsonService, type JsonService } from '../aws/json-service.ts';

export interface ReturningQueue extends Omit<JsonService, 'service' | 'timeoutMs'> {
  readonly queueUrl: string;
}

/** A message that was handed out. */
export interface HandedOut {
  readonly receiptHandle: string;
  /** Times that it was, this one included. */
  readonly receives: number;
}

/** Has a message come again soon, and not after the queue's own time, which is that of the longest run. */
export type ReturnMessage = (message: HandedOut) => Promise<void>;

const TIMEOUT_MS = 3_000;
const FIRST_SECONDS = 30;
const MOST_SECONDS = 900;

/** After half a minute, and each time after twice as long. Where SQS does not answer, it comes after the queue's time. */
export function createSqsMessageReturn({ queueUrl, ...service }: ReturningQueue): ReturnMessage {
  const endpoint = service.endpoint ?? new URL(queueUrl).origin;
  return async ({ receiptHandle, receives }) => {
    const VisibilityTimeout = Math.min(MOST_SECONDS, FIRST_SECONDS * 2 ** (receives - 1));
    await callJsonService({
      ...service,
      endpoint,
      service: 'sqs',
      timeoutMs: TIMEOUT_MS,
      target: 'AmazonSQS.ChangeMessageVisibility',
      body: { QueueUrl: queueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout },
    });
  };
}
