import type { SQSClientConfig } from '@aws-sdk/client-sqs';
import type { AnyQueueName, QueueName } from '../../../functions/definition-types.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';
import type { MessageQueue } from '../../../shared/platform/sqs/message-queue.ts';
import type { DeadLetterQueue } from '../../../shared/platform/sqs/redrive.ts';

/** Queues of events and deliveries. */
export interface EventQueues {
  /** The queue that receives events of all products. */
  intake(): Promise<MessageQueue>;
  /** A queue and its dead-letter queue. */
  withDeadLetters(queue: QueueName): Promise<{ queue: MessageQueue; deadLetters: DeadLetterQueue }>;
  close(): void;
}

/** Addresses of the queues of a service. */
export interface QueueAddresses {
  readonly sqs: SQSClientConfig;
  readonly queueUrl: (queue: AnyQueueName) => Promise<string>;
}

/** Receive calls wait one second if a queue is empty. */
export const RECEIVING = { timeoutMs: 20_000, attempts: 3 };

/** SQS queues. The SDK client is loaded at the first use. */
export function createSqsEventQueues({ sqs, queueUrl }: QueueAddresses): EventQueues {
  const open = async () => {
    const [{ createSqsClient }, { createSqsDeadLetters }, { createSqsMessageQueue }] = await Promise.all([
      import('../../../shared/platform/sqs/sqs-client.ts'),
      import('./sqs-dead-letters.ts'),
      import('../../../shared/platform/sqs/sqs-message-queue.ts'),
    ]);
    return {
      sending: createSqsClient(sqs),
      receiving: createSqsClient({ ...requestSettings(RECEIVING), ...sqs }),
      createSqsDeadLetters,
      createSqsMessageQueue,
    };
  };
  let opened: ReturnType<typeof open> | undefined;
  const reach = () => {
    opened ??= open();
    return opened;
  };

  const queueOf = async (name: AnyQueueName): Promise<MessageQueue> => {
    const [url, { sending: client, createSqsMessageQueue }] = await Promise.all([queueUrl(name), reach()]);
    return createSqsMessageQueue({ client, queueUrl: url });
  };
  return {
    intake: () => queueOf('events'),
    withDeadLetters: async (name) => {
      const [queue, url, { receiving, createSqsDeadLetters }] = await Promise.all([
        queueOf(name),
        queueUrl(`${name}-dlq`),
        reach(),
      ]);
      return { queue, deadLetters: createSqsDeadLetters(receiving, url) };
    },
    close: () =>
      void opened?.then(({ sending, receiving }) => {
        for (const client of [sending, receiving]) client.destroy();
      }),
  };
}
