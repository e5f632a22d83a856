import type { Server } from 'node:http';
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { OrderedQueue } from './fair-queue.ts';

/*
 * Types of the fauxqs parts in use. Its own start function listens on all addresses of the machine; assembled here, it
 * listens only on loopback.
 */

export interface Fauxqs {
  readonly buildApp: (options: {
    readonly logger: false;
    readonly stores: { readonly sqsStore: SqsStore };
  }) => {
    readonly server: Server;
    addHook(
      name: 'preHandler',
      hook: (request: { readonly body: unknown }, reply: unknown, done: () => void) => void,
    ): void;
    listen(at: { readonly port: number; readonly host: string }): Promise<string>;
    close(): Promise<void>;
  };
  readonly SqsStore: new () => SqsStore;
  readonly PersistenceManager: new (dataDir: string) => PersistenceManager;
}

interface SqsStore {
  persistence?: PersistenceManager;
  createQueue(name: string, url: string, arn: string, attributes: Record<string, string>): SqsQueue;
  getQueueByArn(arn: string): SqsQueue | undefined;
  allQueues(): Iterable<SqsQueue>;
  /** Ends waiting polls. */
  shutdown(): void;
}

interface SqsQueue extends OrderedQueue {
  readonly name: string;
  readonly delayedMessages: { delayUntil?: number }[];
  persistence?: PersistenceManager;
  setAttributes(attributes: Record<string, string>): void;
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

/** Loads the parts of the engine; the package exports only the first. */
export async function loadFauxqs(): Promise<Fauxqs> {
  const manifest = findPackageJSON('fauxqs', import.meta.url);
  if (manifest === undefined) throw new Error('fauxqs is not installed');
  const part = (file: string) => import(new URL(`dist/${file}`, pathToFileURL(manifest)).href);
  const [{ buildApp }, { SqsStore }, { PersistenceManager }] = await Promise.all(
    ['app.js', 'sqs/sqsStore.js', 'persistence.js'].map(part),
  );
  return { buildApp, SqsStore, PersistenceManager };
}
