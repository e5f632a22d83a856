import type { AddressInfo } from 'node:net';
import { LocalSetupError } from '../local-setup-error.ts';
import { queueUrl } from '../template/local-names.ts';
import type { QueueModel } from '../template/service-model.ts';
import { makeFair, rememberSent } from './fair-queue.ts';
import { loadFauxqs, type PersistenceManager } from './fauxqs.ts';

/** Local SQS. */
export interface Queues {
  /** http://127.0.0.1:PORT */
  readonly endpoint: string;
  /** Creates missing queues, and applies the settings of the template to existing ones. */
  ensure(queues: readonly QueueModel[]): Promise<void>;
  /** Shortens the delay of delayed messages, when the clock moves forward. */
  advance(ms: number): void;
  stop(): Promise<void>;
}

/** Queue attributes in the format of SQS: all values are texts. */
function attributesOf({ attributes }: QueueModel): Record<string, string> {
  const texts = Object.entries(attributes).map(
    ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
  );
  return Object.fromEntries(texts);
}

/**
 * Starts an embedded SQS with fair queues on a free loopback port.
 * @param dataDir stores messages across restarts; absent = in memory.
 * @throws LocalSetupError if the folder is not usable.
 */
export async function startQueues(dataDir?: string): Promise<Queues> {
  const fauxqs = await loadFauxqs();
  const store = new fauxqs.SqsStore();
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
      makeFair(queue);
    }
  }
  const app = fauxqs.buildApp({ logger: false, stores: { sqsStore: store } });
  app.addHook('preHandler', ({ body }, _reply, done) => rememberSent(body, done));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async ensure(queues) {
      for (const queue of queues) {
        const known = store.getQueueByArn(queue.arn);
        const attributes = attributesOf(queue);
        // Recreating a queue would lose its messages. An empty RedrivePolicy removes one that the template no longer has.
        if (known === undefined) {
          makeFair(store.createQueue(queue.name, queueUrl(queue.name), queue.arn, attributes));
        } else known.setAttributes({ RedrivePolicy: '', ...attributes });
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
