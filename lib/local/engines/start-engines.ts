import { join } from 'node:path';
import { LocalSetupError } from '../local-setup-error.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { type BucketEngine, type CreatedObject, startBuckets } from './buckets.ts';
import { createTables } from './create-tables.ts';
import { type DynamoDbLocal, startDynamoDbLocal } from './dynamodb-local.ts';
import { findJava } from './java.ts';
import { type OpenSearchLocal, startOpenSearchLocal } from './opensearch-local.ts';
import { type Queues, startQueues } from './queues.ts';

export interface EnginesOptions {
  /** Data folder of the host. */
  readonly folder: string;
  /** Folder of downloaded Java and OpenSearch. */
  readonly javaDir: string;
  readonly ephemeral: boolean;
  /** Engines that already run; only this service can use their data. */
  readonly dynamodbEndpoint?: string;
  readonly openSearchEndpoint?: string;
  /** Is called after each write of an object to a bucket. */
  readonly onObjectCreated: (object: CreatedObject) => void;
  /** Receives the stop function of each started engine. */
  readonly onStarted: (stop: () => Promise<void>) => void;
}

/** Local replacements of the AWS data services. */
export interface Engines {
  readonly dynamodbEndpoint: string;
  readonly queues: Queues;
  readonly buckets: BucketEngine;
  /** Only if the template has a search domain. */
  readonly openSearchEndpoint?: string;
  /** Resolves with one line when an engine has ended that the service needs. */
  readonly broken: Promise<string>;
  /** Resolves with one line when the search node has ended: the embedded search answers from then on. */
  readonly searchLost: Promise<string>;
  /** Creates the missing tables, queues and buckets of a template. */
  ensure(model: ServiceModel): Promise<void>;
}

/** Engines started by others are not monitored. */
const NEVER = new Promise<never>(() => {});

/**
 * Starts the engines that a template needs, and creates its tables and queues.
 * @throws LocalSetupError with one line that names the problem.
 */
export async function startEngines(model: ServiceModel, options: EnginesOptions): Promise<Engines> {
  const { folder, ephemeral, onStarted } = options;
  // Both engines need Java: finds it first, so that it is not downloaded twice.
  const javaPath =
    options.dynamodbEndpoint === undefined ? await findJava({ localDir: options.javaDir }) : '';
  const [database, search] = await both(startDatabase(javaPath, options), startSearch(model, options));
  const dynamodbEndpoint = database?.endpoint ?? options.dynamodbEndpoint ?? '';
  const openSearchEndpoint = model.searchDomain
    ? (options.openSearchEndpoint ?? search?.endpoint)
    : undefined;
  await createTables(dynamodbEndpoint, model.tables).catch((error: unknown) => {
    if (ephemeral) throw error;
    throw new LocalSetupError(
      `The tables in ${databaseDir(folder)} cannot be used (${Object(error).name}). Remove ${folder} to start without data.`,
    );
  });
  const queues = await startQueues(ephemeral ? undefined : join(folder, 'queues'));
  onStarted(queues.stop);
  await queues.ensure(model.queues);
  const buckets = await startBuckets(
    ephemeral ? undefined : join(folder, 'buckets'),
    options.onObjectCreated,
  );
  onStarted(buckets.stop);
  buckets.ensure(model.buckets);
  return {
    dynamodbEndpoint,
    queues,
    buckets,
    ...(openSearchEndpoint === undefined ? {} : { openSearchEndpoint }),
    broken: database?.died.then((last) => `DynamoDB Local ended: ${last}`) ?? NEVER,
    searchLost: search?.died.then((last) => `OpenSearch ended: ${last}`) ?? NEVER,
    ensure: async (next) => {
      await createTables(dynamodbEndpoint, next.tables);
      await queues.ensure(next.queues);
      buckets.ensure(next.buckets);
    },
  };
}

/** Waits for both to settle, so that no engine is still starting when the failure of the other is reported. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

const databaseDir = (folder: string): string => join(folder, 'dynamodb');

async function startDatabase(javaPath: string, options: EnginesOptions): Promise<DynamoDbLocal | undefined> {
  if (options.dynamodbEndpoint !== undefined) return undefined;
  const { folder, ephemeral, onStarted } = options;
  const engine = await startDynamoDbLocal({
    javaPath,
    ...(ephemeral ? {} : { dataDir: databaseDir(folder) }),
  });
  onStarted(engine.stop);
  return engine;
}

async function startSearch(
  { searchDomain }: ServiceModel,
  options: EnginesOptions,
): Promise<OpenSearchLocal | undefined> {
  if (!searchDomain || options.openSearchEndpoint !== undefined) return undefined;
  const { folder, javaDir, ephemeral, onStarted } = options;
  const node = await startOpenSearchLocal({
    localDir: javaDir,
    ...(ephemeral ? {} : { dataDir: join(folder, 'opensearch/data') }),
  });
  onStarted(node.stop);
  return node;
}
