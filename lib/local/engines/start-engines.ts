import { join } from 'node:path';
import { LocalSetupError } from '../local-setup-error.ts';
import { createTables } from '../template/create-tables.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { type DynamoDbLocal, startDynamoDbLocal } from './dynamodb-local.ts';
import { findJava } from './java.ts';
import { type OpenSearchLocal, startOpenSearchLocal } from './opensearch-local.ts';
import { type Queues, startQueues } from './queues.ts';

export interface EnginesOptions {
  /** The host's data folder. */
  readonly folder: string;
  /** Where a private Java runtime and what OpenSearch is made of are looked for, and put. */
  readonly javaDir: string;
  readonly ephemeral: boolean;
  /** Engines that run already; what is in them must be this service's alone. */
  readonly dynamodbEndpoint?: string;
  readonly openSearchEndpoint?: string;
  /** Told how to stop each engine when it runs. */
  readonly onStarted: (stop: () => Promise<void>) => void;
}

/** What stands for AWS's data services on this machine. */
export interface Engines {
  readonly dynamodbEndpoint: string;
  readonly queues: Queues;
  /** Where the template has a search domain. */
  readonly openSearchEndpoint?: string;
  /** Resolves, with one line, when an engine is gone that the service cannot do without. */
  readonly broken: Promise<string>;
  /** Resolves, with one line, when the search node is gone: the embedded search answers from then on. */
  readonly searchLost: Promise<string>;
  /** Makes the tables and queues of a template that are not there yet. */
  ensure(model: ServiceModel): Promise<void>;
}

/** An engine that others run is theirs to watch. */
const NEVER = new Promise<never>(() => {});

/**
 * Starts the engines that a template needs, with its tables and queues.
 * @throws LocalSetupError, one line that says what stands in the way.
 */
export async function startEngines(model: ServiceModel, options: EnginesOptions): Promise<Engines> {
  const { folder, ephemeral, onStarted } = options;
  // Where there is no Java it is fetched once, and not by both at the same time.
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
      `The tables in ${databaseDir(folder)} cannot be used (${Object(error).name}). Remove ${folder} to start with nothing.`,
    );
  });
  const queues = await startQueues(ephemeral ? undefined : join(folder, 'queues'));
  onStarted(queues.stop);
  await queues.ensure(model.queues);
  return {
    dynamodbEndpoint,
    queues,
    ...(openSearchEndpoint === undefined ? {} : { openSearchEndpoint }),
    broken: database?.died.then((last) => `DynamoDB Local ended: ${last}`) ?? NEVER,
    searchLost: search?.died.then((last) => `OpenSearch ended: ${last}`) ?? NEVER,
    ensure: async ({ tables, queues: wanted }) => {
      await createTables(dynamodbEndpoint, tables);
      await queues.ensure(wanted);
    },
  };
}

/** Waits for both, so that none is still starting when the other one's failure is told. */
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
