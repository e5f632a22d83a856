import type { AddressInfo } from 'node:net';
import { LocalSetupError } from '../local-setup-error.ts';
import { queueUrl } from '../template/local-names.ts';
import type { QueueModel } from '../template/service-model.ts';
import { loadFauxqs, type PersistenceManager, type QueuedMessage, type SqsQueue } from './fauxqs.ts';

/** Local SQS. */
export interface Queues {
  /** http://127.0.0.1:PORT */
  readonly endpoint: string;
  /** Creates missing queues, and applies the settings of the template to existing ones. */
  ensure(queues: readonly QueueModel[]): void;
  /** Shortens the delay of delayed messages, when the clock moves forward. */
  advance(ms: number): void;
  stop(): Promise<void>;
}

/**
 * Starts an embedded SQS with fair queues on a free loopback port.
 * @param dataDir stores messages across restarts; absent = in memory.
 * @throws LocalSetupError if the folder is not usable.
 */
export async function startQueues(dataDir?: string): Promise<Queues> {
  const fauxqs = await loadFauxqs();
  const store = new fauxqs.SqsStore();
  /** Message groups by the body of a message that is being sent: the engine drops them. */
  const groups = new Map<string, string>();
  let persistence: PersistenceManager | undefined;
  if (dataDir !== undefined) {
    try {
      persistence = new fauxqs.PersistenceManager(dataDir);
      persistence.loadSqsAndSns(store, { topics: new Map(), subscriptions: new Map() });
    } catch (error) {
      throw new LocalSetupError(
        `The queues cannot be stored in ${dataDir}: ${Object(error).message}. Remove it and start again.`,
      );
    }
    // Messages survive a killed process; only a power failure can lose the last ones.
    persistence.db.exec('PRAGMA synchronous = NORMAL');
    store.persistence = persistence;
    for (const queue of store.allQueues()) {
      queue.persistence = persistence;
      makeFair(queue, groups);
    }
  }
  const app = fauxqs.buildApp({ logger: false, stores: { sqsStore: store } });
  app.addHook('preHandler', ({ body }, _reply, done) => {
    for (const { MessageBody, MessageGroupId } of [body, Object(body).Entries ?? []].flat().map(Object)) {
      if (MessageGroupId !== undefined) groups.set(MessageBody, MessageGroupId);
    }
    done();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    ensure(queues) {
      for (const { name, arn, attributes } of queues) {
        const known = store.getQueueByArn(arn);
        // Recreating a queue would lose its messages. An empty RedrivePolicy removes one that the template no longer has.
        if (known === undefined) makeFair(store.createQueue(name, queueUrl(name), arn, attributes), groups);
        else known.setAttributes({ RedrivePolicy: '', ...attributes });
      }
    },
    advance(ms) {
      for (const queue of store.allQueues()) {
        for (const message of queue.delayedMessages) {
          message.delayUntil = (message.delayUntil ?? 0) - ms;
          persistence?.insertMessage(queue.name, message);
        }
      }
    },
    async stop() {
      // Ends waiting polls first: closing the engine would wait for them.
      store.shutdown();
      app.server.closeAllConnections();
      await app.close();
      persistence?.close();
    },
  };
}

/** Makes an engine queue fair, as in SQS: many messages of one group do not delay other groups. */
function makeFair(queue: SqsQueue, groups: Map<string, string>): void {
  const enqueue = queue.enqueue.bind(queue);
  queue.enqueue = (message) => {
    message.messageGroupId ??= groups.get(message.body);
    groups.delete(message.body);
    enqueue(message);
  };
  const dequeue = queue.dequeue.bind(queue);
  queue.dequeue = (atMost, ...rest) => {
    queue.processTimers();
    const inFlight = [...queue.inflightMessages.values()].map(({ message }) => message);
    queue.messages = inFairOrder(queue.messages, inFlight, atMost);
    return dequeue(atMost, ...rest);
  };
}

const groupOf = ({ messageGroupId = '' }: QueuedMessage): string => messageGroupId;

/**
 * The messages with those first whose groups have the fewest messages in flight. The order within a group does not
 * change.
 */
function inFairOrder(
  messages: readonly QueuedMessage[],
  inFlight: readonly QueuedMessage[],
  atMost: number,
): QueuedMessage[] {
  const waiting = Map.groupBy(messages, groupOf);
  if (waiting.size < 2) return [...messages];
  const busy = new Map([...waiting.keys()].map((group) => [group, 0]));
  const count = (group: string) => busy.set(group, (busy.get(group) ?? 0) + 1);
  for (const message of inFlight) if (busy.has(groupOf(message))) count(groupOf(message));
  const next = new Set<QueuedMessage>();
  while (next.size < atMost && waiting.size > 0) {
    // If groups have equal counts, the one with the oldest message comes first.
    const [group, own] = [...waiting].reduce((fewest, one) =>
      (busy.get(one[0]) ?? 0) < (busy.get(fewest[0]) ?? 0) ? one : fewest,
    );
    const message = own.shift();
    if (message !== undefined) next.add(message);
    if (own.length === 0) waiting.delete(group);
    count(group);
  }
  return [...next, ...messages.filter((message) => !next.has(message))];
}
