import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { chunk } from '../../../shared/platform/collections/chunk.ts';
import type { DeadLetter, DeadLetterQueue } from '../../../shared/platform/sqs/redrive.ts';

/** Entries of a request. */
const TEN = 10;

/** Time for a message to be moved or looked at; if the command is killed they are seen again after it. */
const HIDDEN_SECONDS = 300;

/** A call that waits asks every server of the queue: an empty answer is the end. */
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
          MaxNumberOfMessages: TEN,
          VisibilityTimeout: HIDDEN_SECONDS,
          WaitTimeSeconds: WAIT_SECONDS,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['SentTimestamp', 'MessageGroupId'],
        }),
      );
      return Messages.map(toDeadLetter);
    },
    remove: async (letters) => {
      for (const group of chunk(letters, TEN)) {
        const { Failed = [] } = await client.send(
          new DeleteMessageBatchCommand({ QueueUrl, Entries: group.map(toEntry) }),
        );
        if (Failed.length > 0) {
          throw new DeadLettersKeptError(
            `${Failed.length} messages were moved and could not be removed here (${Failed[0]?.Code}): they are in both queues.`,
          );
        }
      }
    },
    release: async (letters) => {
      for (const group of chunk(letters, TEN)) {
        const Entries = group.map((letter, index) => ({ ...toEntry(letter, index), VisibilityTimeout: 0 }));
        // One that is not released is seen again when its time is over.
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
