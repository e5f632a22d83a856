import { findPackageJSON } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildAppOptions, buildApp } from 'fauxqs';
import { LocalSetupError } from '../local-setup-error.ts';
import { queueUrl } from '../template/local-names.ts';
import type { ServiceModel } from '../template/service-model.ts';

type Stores = NonNullable<BuildAppOptions['stores']>;
type SqsStore = Stores['sqsStore'];
type SqsQueue = ReturnType<SqsStore['createQueue']>;
type QueuedMessage = SqsQueue['messages'][number];
type BucketStore = Stores['s3Store'];
/** An object with its content; its ETag is in quotes. */
export type StoredObject = ReturnType<BucketStore['getObject']>;

/** Parts of the engine that the package does not export. */
interface Parts {
  readonly SqsStore: (new () => SqsStore) & { createMessage(body: string): QueuedMessage };
  readonly PersistenceManager: new (dataDir: string) => NonNullable<SqsStore['persistence']>;
  readonly S3Store: new () => BucketStore;
  readonly FileS3Persistence: new (
    dataDir: string,
  ) => NonNullable<BucketStore['persistence']> & { loadS3(store: BucketStore): void };
}

async function loadParts(): Promise<Parts> {
  const manifest = pathToFileURL(findPackageJSON('fauxqs', import.meta.url) ?? '');
  const files = ['sqs/sqsStore.js', 'persistence.js', 's3/s3Store.js', 's3/fileS3Persistence.js'];
  const parts = await Promise.all(files.map((file) => import(new URL(`dist/${file}`, manifest).href)));
  return Object.assign({}, ...parts);
}

type Groups = Map<string, { readonly group: string; sends: number }>;

/** Time for which a receive waits for messages, as the pollers of Lambda do. */
const POLL_SECONDS = 20;

/** Local SQS and S3. */
export type QueuesAndBuckets = Awaited<ReturnType<typeof startQueuesAndBuckets>>;

/**
 * Starts an embedded SQS with fair queues, and S3, on a free loopback port. The engine's own start function listens on all
 * addresses of the machine.
 * @param dataDir its folders `queues` and `buckets` keep messages and objects across restarts; absent = in memory.
 * @throws LocalSetupError if the folders are not usable.
 */
export async function startQueuesAndBuckets(
  { queues, buckets }: Pick<ServiceModel, 'queues' | 'buckets'>,
  dataDir?: string,
) {
  const parts = await loadParts();
  const [sqsStore, s3Store] = [new parts.SqsStore(), new parts.S3Store()];
  /** Message groups of messages that are being sent, by body: the engine drops them. Equal bodies have one group. */
  const groups: Groups = new Map();
  let persistence: SqsStore['persistence'];
  if (dataDir !== undefined) {
    try {
      persistence = new parts.PersistenceManager(join(dataDir, 'queues'));
      persistence.loadSqsAndSns(sqsStore, { topics: new Map(), subscriptions: new Map() } as never);
      const objects = new parts.FileS3Persistence(join(dataDir, 'buckets'));
      objects.loadS3(s3Store);
      s3Store.persistence = objects;
    } catch (error) {
      throw new LocalSetupError(
        `The queues and objects in ${dataDir} cannot be used: ${Object(error).message}. Remove it and start again.`,
      );
    }
    // Messages survive a killed process; only a power failure can lose the last ones.
    (persistence as unknown as { db: { exec(sql: string): void } }).db.exec('PRAGMA synchronous = NORMAL');
    sqsStore.persistence = persistence;
    for (const queue of sqsStore.allQueues()) {
      queue.persistence = persistence;
      makeFair(queue, groups);
    }
  }
  for (const { name, arn, attributes } of queues) {
    const known = sqsStore.getQueueByArn(arn);
    // Recreating a queue would lose its messages. An empty RedrivePolicy removes one that the template no longer has.
    if (known === undefined) makeFair(sqsStore.createQueue(name, queueUrl(name), arn, attributes), groups);
    else known.setAttributes({ RedrivePolicy: '', ...attributes });
  }
  for (const bucket of buckets) s3Store.createBucket(bucket);

  const queueOf = (arn: string): SqsQueue => {
    const queue = sqsStore.getQueueByArn(arn);
    if (queue === undefined) throw new Error(`there is no queue ${arn}`);
    return queue;
  };
  /** Undefined if the object does not exist. */
  const find = (bucket: string, key: string): StoredObject | undefined => {
    try {
      return s3Store.getObject(bucket, key);
    } catch (error) {
      if (Object(error).statusCode === 404) return undefined;
      throw error;
    }
  };
  const app = buildApp({ logger: false, stores: { sqsStore, s3Store } as Stores });
  app.addHook('preHandler', (request, reply, done) => {
    const { method, headers, params, query, body } = request;
    for (const { MessageBody, MessageGroupId } of [body, Object(body).Entries ?? []].flat().map(Object)) {
      if (MessageGroupId === undefined) continue;
      groups.set(MessageBody, { group: MessageGroupId, sends: (groups.get(MessageBody)?.sends ?? 0) + 1 });
    }
    // The engine checks conditions only for reads.
    const { 'if-match': match, 'if-none-match': none } = headers;
    const isPart = Object.hasOwn(Object(query), 'partNumber');
    if ((method !== 'PUT' && method !== 'POST') || isPart || (match ?? none) === undefined) return done();
    const { bucket, '*': key } = params as { readonly bucket: string; readonly '*': string };
    const etag = find(bucket, key)?.etag;
    if (none === '*' && etag !== undefined) reply.code(412).send();
    else if (match === undefined || match === etag) done();
    else reply.code(etag === undefined ? 404 : 412).send();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    /** http://127.0.0.1:PORT; buckets are in the path. */
    endpoint: `http://127.0.0.1:${port}`,
    find,
    put: (bucket: string, key: string, body: Buffer, contentType: string): StoredObject =>
      s3Store.putObject(bucket, key, body, contentType),
    /** Messages for the event of a function; none if none arrives in time. */
    receive: async (queueArn: string, atMost: number) => {
      const queue = queueOf(queueArn);
      const take = () => queue.dequeue(atMost, undefined, queueOf);
      let received = take();
      if (received.length === 0) {
        await queue.waitForMessages(POLL_SECONDS);
        received = take();
      }
      return received.map(({ MessageId: messageId, ReceiptHandle: receiptHandle, Body: body }) => {
        const { message } = queue.inflightMessages.get(receiptHandle) ?? {};
        const attributes = {
          ApproximateReceiveCount: String(message?.approximateReceiveCount),
          SentTimestamp: String(message?.sentTimestamp),
        };
        return {
          messageId,
          receiptHandle,
          body,
          attributes,
          eventSource: 'aws:sqs',
          eventSourceARN: queueArn,
        };
      });
    },
    remove: (queueArn: string, receiptHandle: string) => queueOf(queueArn).deleteMessage(receiptHandle),
    send: (queueArn: string, body: string) => queueOf(queueArn).enqueue(parts.SqsStore.createMessage(body)),
    /** Ends receives that wait. */
    wake: () => sqsStore.shutdown(),
    /** Calls a function after each write of an object. */
    onCreated: (created: (bucket: string, key: string, object: StoredObject) => void): void => {
      const addMessage = ({ bucket, key, status }: { bucket: string; key: string; status: string }) => {
        if (status === 'uploaded') created(bucket, key, s3Store.getObject(bucket, key));
      };
      s3Store.spy = { addMessage } as unknown as NonNullable<BucketStore['spy']>;
    },
    /** Shortens the delay of delayed messages, when the clock moves forward. */
    advance: (ms: number): void => {
      for (const queue of sqsStore.allQueues()) {
        for (const message of queue.delayedMessages) {
          message.delayUntil = (message.delayUntil ?? 0) - ms;
          persistence?.insertMessage(queue.name, message);
        }
      }
    },
    stop: async (): Promise<void> => {
      // Ends waiting receives first: closing the engine would wait for them.
      sqsStore.shutdown();
      app.server.closeAllConnections();
      await app.close();
      persistence?.close();
    },
  };
}

/** Makes an engine queue fair, as in SQS: many messages of one group do not delay other groups. */
function makeFair(queue: SqsQueue, groups: Groups): void {
  const enqueue = queue.enqueue.bind(queue);
  queue.enqueue = (message) => {
    const sent = groups.get(message.body);
    if (sent !== undefined) {
      message.messageGroupId ??= sent.group;
      sent.sends -= 1;
      if (sent.sends === 0) groups.delete(message.body);
    }
    enqueue(message);
  };
  const dequeue = queue.dequeue.bind(queue);
  queue.dequeue = (...args) => {
    queue.processTimers();
    const counts = new Map<string, number>();
    /** How many messages of its group are in flight or come before it. */
    const rankOf = ({ messageGroupId = '' }: QueuedMessage): number => {
      const before = counts.get(messageGroupId) ?? 0;
      counts.set(messageGroupId, before + 1);
      return before;
    };
    for (const { message } of queue.inflightMessages.values()) rankOf(message);
    const ranked = queue.messages.map((message) => ({ message, rank: rankOf(message) }));
    // Messages of equal rank stay in the order in which they arrived.
    queue.messages = ranked.sort((a, b) => a.rank - b.rank).map(({ message }) => message);
    return dequeue(...args);
  };
}
