import type { EventQueues } from '../../bin/freight/connection/event-queues.ts';
import { QUEUE_NAMES, type QueueName } from '../../functions/definition-types.ts';
import type { DeadLetter, DeadLetterQueue } from '../../shared/platform/sqs/redrive.ts';
import type { MessageQueue, OutgoingMessage } from '../../shared/platform/sqs/sqs-message-queue.ts';

/** A queue in memory. It rejects messages for which `rejects` returns true. */
export function createInMemoryQueue(rejects: (message: OutgoingMessage) => boolean = () => false) {
  const messages: OutgoingMessage[] = [];
  const port: MessageQueue = {
    send: async (sent) => {
      const rejected = sent.flatMap((message, position) => (rejects(message) ? [position] : []));
      messages.push(...sent.filter((_, position) => !rejected.includes(position)));
      return rejected;
    },
  };
  return { port, messages };
}

/** A dead-letter queue that returns two messages per call, and hides them until they are released. */
export function createInMemoryDeadLetters() {
  const letters = new Map<string, DeadLetter>();
  const hidden = new Set<string>();
  let receipts = 0;
  const port: DeadLetterQueue = {
    receive: async () => {
      const handed = [...letters.values()].filter(({ receipt }) => !hidden.has(receipt)).slice(0, 2);
      for (const { receipt } of handed) hidden.add(receipt);
      return handed;
    },
    remove: async (removed) => {
      for (const { receipt } of removed) letters.delete(receipt);
    },
    release: async (released) => {
      for (const { receipt } of released) hidden.delete(receipt);
    },
  };
  return {
    port,
    add: (message: OutgoingMessage, sentAt: number) => {
      const receipt = `receipt ${receipts++}`;
      letters.set(receipt, { id: receipt, message, sentAt, receipt });
    },
    bodies: () => [...letters.values()].map(({ message }) => message.body),
    hidden: () => [...hidden].filter((receipt) => letters.has(receipt)).length,
  };
}

/** The in-memory queues of a service. */
export function queuesInMemory() {
  const rejecting = new Set<string>();
  const ofService = Object.fromEntries(
    QUEUE_NAMES.map((name) => [
      name,
      {
        queue: createInMemoryQueue(({ body }) => rejecting.has(body)),
        deadLetters: createInMemoryDeadLetters(),
      },
    ]),
  ) as Record<
    QueueName,
    {
      queue: ReturnType<typeof createInMemoryQueue>;
      deadLetters: ReturnType<typeof createInMemoryDeadLetters>;
    }
  >;
  const port: EventQueues = {
    intake: async () => ofService.events.queue.port,
    withDeadLetters: async (name) => ({
      queue: ofService[name].queue.port,
      deadLetters: ofService[name].deadLetters.port,
    }),
    close: () => undefined,
  };
  return { port, ...ofService, reject: (body: string) => rejecting.add(body) };
}
