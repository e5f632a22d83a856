import type { IncomingHttpHeaders, Server } from 'node:http';
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

/*
 * Types of the fauxqs parts in use. Its own start function listens on all addresses of the machine; assembled here, it
 * listens only on loopback.
 */

interface Request {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

interface Fauxqs {
  readonly buildApp: (options: {
    readonly logger: false;
    readonly stores: { readonly sqsStore: SqsStore } | { readonly s3Store: BucketStore };
  }) => {
    readonly server: Server;
    addHook(
      name: 'preHandler',
      hook: (request: Request, reply: { code(status: number): { send(): void } }, done: () => void) => void,
    ): void;
    listen(at: { readonly port: number; readonly host: string }): Promise<string>;
    close(): Promise<void>;
  };
  readonly SqsStore: new () => SqsStore;
  readonly PersistenceManager: new (dataDir: string) => PersistenceManager;
  readonly S3Store: new () => BucketStore;
  readonly FileS3Persistence: new (dataDir: string) => { loadS3(store: BucketStore): void };
}

interface SqsStore {
  persistence?: PersistenceManager;
  createQueue(name: string, url: string, arn: string, attributes: Record<string, string>): SqsQueue;
  getQueueByArn(arn: string): SqsQueue | undefined;
  allQueues(): Iterable<SqsQueue>;
  /** Ends waiting polls. */
  shutdown(): void;
}

export interface QueuedMessage {
  readonly body: string;
  messageGroupId?: string | undefined;
}

export interface SqsQueue {
  readonly name: string;
  /** Visible messages in delivery order. */
  messages: QueuedMessage[];
  readonly inflightMessages: ReadonlyMap<string, { readonly message: QueuedMessage }>;
  readonly delayedMessages: { delayUntil?: number }[];
  persistence?: PersistenceManager;
  setAttributes(attributes: Record<string, string>): void;
  /** Makes messages visible again after their delay or visibility time-out. */
  processTimers(): void;
  enqueue(message: QueuedMessage): void;
  dequeue(atMost: number, ...rest: unknown[]): unknown[];
}

export interface PersistenceManager {
  readonly db: { exec(statement: string): void };
  loadSqsAndSns(
    store: SqsStore,
    topics: { topics: Map<string, unknown>; subscriptions: Map<string, unknown> },
  ): void;
  insertMessage(queue: string, message: object): void;
  close(): void;
}

/** An object with its content. */
export interface StoredObject {
  readonly body: Buffer;
  readonly contentLength: number;
  readonly contentType: string;
  /** With quotes. */
  readonly etag: string;
}

interface BucketStore {
  persistence?: object;
  spy?: {
    addMessage(event: { readonly bucket: string; readonly key: string; readonly status: string }): void;
  };
  createBucket(name: string): void;
  putObject(bucket: string, key: string, body: Buffer, contentType: string): StoredObject;
  /** Throws an error with `statusCode` 404 if there is no such object. */
  getObject(bucket: string, key: string): StoredObject;
}

const PARTS = ['app.js', 'sqs/sqsStore.js', 'persistence.js', 's3/s3Store.js', 's3/fileS3Persistence.js'];

/** Loads the engine; the package exports only `app.js`. */
export async function loadFauxqs(): Promise<Fauxqs> {
  const manifest = pathToFileURL(findPackageJSON('fauxqs', import.meta.url) ?? '');
  const parts = await Promise.all(PARTS.map((part) => import(new URL(`dist/${part}`, manifest).href)));
  return Object.assign({}, ...parts);
}
