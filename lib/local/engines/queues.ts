import { startFauxqs } from 'fauxqs';
import { LocalSetupError } from '../local-setup-error.ts';
import { LOCAL_REGION, queueUrl } from '../template/local-names.ts';
import type { QueueModel } from '../template/service-model.ts';
import { callEngine } from './json-protocol.ts';

/** SQS on this machine. */
export interface Queues {
  /** http://127.0.0.1:PORT */
  readonly endpoint: string;
  /** Makes the queues that are not there yet, and gives those that are the template's settings. */
  ensure(queues: readonly QueueModel[]): Promise<void>;
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
 * Starts an embedded SQS.
 * @param dataDir keeps messages over a restart; absent keeps them in memory.
 * @throws LocalSetupError when the folder cannot be used.
 */
export async function startQueues(dataDir?: string): Promise<Queues> {
  const server = await startFauxqs({
    port: 0,
    logger: false,
    host: '127.0.0.1',
    defaultRegion: LOCAL_REGION,
    ...(dataDir === undefined ? {} : { dataDir }),
  }).catch((error: unknown) => {
    throw new LocalSetupError(
      `The queues cannot be kept in ${dataDir}: ${Object(error).message}. Remove it and start again.`,
    );
  });
  const endpoint = `http://127.0.0.1:${server.port}`;
  return {
    endpoint,
    async ensure(queues) {
      // A dead-letter queue is there before the queue that names it.
      const first = (queue: QueueModel) => (queue.attributes.RedrivePolicy === undefined ? 0 : 1);
      for (const queue of queues.toSorted((one, other) => first(one) - first(other))) {
        const Attributes = attributesOf(queue);
        // Made anew, a queue would lose its messages.
        if (server.inspectQueue(queue.name) === undefined) {
          server.createQueue(queue.name, { attributes: Attributes });
        } else if (Object.keys(Attributes).length > 0) {
          const QueueUrl = queueUrl(queue.name);
          await callEngine(endpoint, 'AmazonSQS.SetQueueAttributes', { QueueUrl, Attributes });
        }
      }
    },
    stop: () => server.stop(),
  };
}
