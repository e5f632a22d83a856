import type { AddressInfo } from 'node:net';
import { LocalSetupError } from '../local-setup-error.ts';
import { queueUrl } from '../template/local-names.ts';
import type { QueueModel } from '../template/service-model.ts';
import { makeFair, rememberGroups } from './fair-queue.ts';
import { loadFauxqs, type PersistenceManager } from './fauxqs.ts';

/** SQS on this machine. */
export interface Queues {
  /** http://127.0.0.1:PORT */
  readonly endpoint: string;
  /** Makes the queues that are not there yet, and gives those that are the template's settings. */
  ensure(queues: readonly QueueModel[]): Promise<void>;
  /** Brings delayed messages nearer, as the stage's clock goes forward. */
  pass(ms: number): void;
  stop(): Promise<void>;
}

/** Attributes as SQS has them: texts, and no property that is not set. */
function attributesOf({ attributes }: QueueModel): Record<string, string> {
  const texts = Object.entries(attributes).map(
    ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
  );
  return Object.fromEntries(texts);
}

/**
 * Starts an embedded SQS on a free loopback port, which is fair to message groups, as SQS is.
 * @param dataDir keeps messages over a restart; absent keeps them in memory.
 * @throws LocalSetupError when the folder cannot be used.
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
        `The queues cannot be kept in ${dataDir}: ${Object(error).message}. Remove it and start again.`,
      );
    }
    // Kept over a killed process; only a machine that loses power may lose the last of them.
    persistence.db.exec('PRAGMA synchronous = NORMAL');
    store.persistence = persistence;
    for (const queue of store.allQueues()) {
      queue.persistence = persistence;
      makeFair(queue);
    }
  }
  const app = fauxqs.buildApp({ logger: false, stores: { sqsStore: store } });
  app.addHook('preHandler', ({ body }, _reply, done) => rememberGroups(body, done));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async ensure(queues) {
      for (const queue of queues) {
        const known = store.getQueueByArn(queue.arn);
        const attributes = attributesOf(queue);
        // Made anew, a queue would lose its messages. What the template has no more is emptied.
        if (known === undefined) {
          makeFair(store.createQueue(queue.name, queueUrl(queue.name), queue.arn, attributes));
        } else known.setAttributes({ RedrivePolicy: '', ...attributes });
      }
    },
    pass(ms) {
      for (const queue of store.allQueues()) {
        for (const message of queue.delayedMessages) {
          message.delayUntil = (message.delayUntil ?? 0) - ms;
          persistence?.insertMessage(queue.name, message);
        }
      }
    },
    async stop() {
      // Polls that wait are ended first: the engine would wait for them.
      store.shutdown();
      app.server.closeAllConnections();
      await app.close();
      persistence?.close();
    },
  };
}
