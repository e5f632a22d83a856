import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { chunk } from '../../../shared/platform/collections/chunk.ts';
import type { DeadLetter, DeadLetterQueue } from '../../../shared/platform/sqs/redrive.ts';

/** Maximum entries of an SQS batch request. */
const MAX_BATCH = 10;

/** Visibility timeout: if the command is killed, the messages are visible again after it. */
const VISIBILITY_TIMEOUT_SECONDS = 300;

/** Long polling queries all servers of the queue, so an empty response means an empty queue. */
const WAIT_SECONDS = 1;

class DeadLettersKeptError extends Error {
  override readonly name = 'DeadLettersKeptError';
}

/** A dead-letter queue of SQS. */
export function createSqsDeadLetters(client: SQSClient, QueueUrl: string): DeadLetterQueue {
  return {
    receive: async () => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: MAX_BATCH,
          VisibilityTimeout: VISIBILITY_TIMEOUT_SECONDS,
          WaitTimeSeconds: WAIT_SECONDS,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['SentTimestamp', 'MessageGroupId'],
        }),
      );
      return Messages.map(toDeadLetter);
    },
    remove: async (letters) => {
      for (const group of chunk(letters, MAX_BATCH)) {
        const { Failed = [] } = await client.send(
          new DeleteMessageBatchCommand({ QueueUrl, Entries: group.map(toEntry) }),
        );
        if (Failed.length > 0) {
          throw new DeadLettersKeptError(
            `${Failed.length} messages were moved but could not be deleted from the dead-letter queue (${Failed[0]?.Code}). They are in both queues.`,
          );
        }
      }
    },
    release: async (letters) => {
      for (const group of chunk(letters, MAX_BATCH)) {
        const Entries = group.map((letter, index) => ({ ...toEntry(letter, index), VisibilityTimeout: 0 }));
        // A message that is not released becomes visible after its visibility timeout.
        await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
      }
    },
  };
}

const toEntry = ({ receipt }: DeadLetter, index: number) => ({ Id: String(index), ReceiptHandle: receipt });

function toDeadLetter({
  MessageId = '',
  Body = '',
  Attributes,
  MessageAttributes = {},
  ReceiptHandle = '',
}: Message): DeadLetter {
  const group = Attributes?.MessageGroupId;
  const attributes = Object.entries(MessageAttributes).map(
    ([name, { StringValue = '' }]) => [name, StringValue] as const,
  );
  return {
    id: MessageId,
    message: {
      body: Body,
      attributes: Object.fromEntries(attributes),
      ...(group === undefined ? {} : { group }),
    },
    sentAt: Number(Attributes?.SentTimestamp),
    receipt: ReceiptHandle,
  };
}
