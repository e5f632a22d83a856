import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { AnyQueueName, QueueName } from '../../../functions/definition-types.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';
import { chunk } from '../../../shared/platform/collections/chunk.ts';
import type { DeadLetter, DeadLetterQueue } from '../../../shared/platform/sqs/redrive.ts';
import {
  createSqsClient,
  createSqsMessageQueue,
  type MessageQueue,
} from '../../../shared/platform/sqs/sqs-message-queue.ts';
import type { Target } from './target.ts';

export type EventQueues = ReturnType<typeof createSqsEventQueues>;

/** Receive calls wait one second if a queue is empty. */
const RECEIVING = { timeoutMs: 20_000, attempts: 3 };

export const receivingClient = (config: Target['sqs']): SQSClient =>
  createSqsClient({ ...requestSettings(RECEIVING), ...config });

/** Queues of events and deliveries. `intake` receives events of all products. */
export function createSqsEventQueues(sqs: Target['sqs'], queueUrl: (queue: AnyQueueName) => string) {
  const [sending, receiving] = [createSqsClient(sqs), receivingClient(sqs)];
  const queueOf = async (name: AnyQueueName): Promise<MessageQueue> =>
    createSqsMessageQueue({ client: sending, queueUrl: queueUrl(name) });
  return {
    intake: () => queueOf('events'),
    withDeadLetters: async (name: QueueName) => ({
      queue: await queueOf(name),
      deadLetters: createSqsDeadLetters(receiving, queueUrl(`${name}-dlq`)),
    }),
    close: () => {
      for (const client of [sending, receiving]) client.destroy();
    },
  };
}

const MAX_BATCH = 10;
/** If the command is killed, the messages are visible again after it. */
const VISIBILITY_TIMEOUT_SECONDS = 300;
/** Long polling queries all servers of the queue, so an empty response means an empty queue. */
const WAIT_SECONDS = 1;

class DeadLettersKeptError extends Error {
  override readonly name = 'DeadLettersKeptError';
}

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
        const Entries = group.map(toEntry);
        const { Failed = [] } = await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
        if (Failed.length === 0) continue;
        throw new DeadLettersKeptError(
          `${Failed.length} messages were moved but could not be deleted from the dead-letter queue (${Failed[0]?.Code}). They are in both queues.`,
        );
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

function toDeadLetter(message: Message): DeadLetter {
  const { MessageId: id = '', Body: body = '', Attributes, ReceiptHandle: receipt = '' } = message;
  const group = Attributes?.MessageGroupId;
  const attributes = Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, { StringValue = '' }]) => [
      name,
      StringValue,
    ]),
  );
  return {
    ...{ id, receipt, sentAt: Number(Attributes?.SentTimestamp) },
    message: { body, attributes, ...(group === undefined ? {} : { group }) },
  };
}
