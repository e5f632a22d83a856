import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ANY_QUEUE_NAMES, forEachTable } from '../../../functions/definition-types.ts';
import { parameterNames } from '../../parameters/parameter-names.ts';
import { UPLOAD_PATHS } from '../../web/upload-paths.ts';
import { createLocalClock, type LocalClock } from '../clock.ts';
import { type DataFolder, takeDataFolder } from '../data-folder.ts';
import { startEngines } from '../engines/start-engines.ts';
import { createBucketEvents } from '../events/bucket-events.ts';
import { createMappings } from '../events/mappings.ts';
import { createSchedules } from '../events/schedules.ts';
import { createGatewayKeys, NO_GATEWAY_KEYS } from '../gateway/gateway-keys.ts';
import { type GatewayServer, startGatewayServer } from '../gateway/gateway-server.ts';
import type { GatewayParts } from '../gateway/handle-call.ts';
import { createSignedRequests } from '../gateway/signed-requests.ts';
import { createThrottle } from '../gateway/throttle.ts';
import { createFunctions, type InvocationStart } from '../lambda/functions.ts';
import { createPages } from '../pages/static-pages.ts';
import { storedState } from '../stored-state.ts';
import { readServiceModel, type ServiceModel } from '../template/service-model.ts';
import { startControlPlane } from './control-plane.ts';

/** Values that the stacks publish for the command line. */
function publishedService({ parameters }: Pick<ServiceModel, 'parameters'>) {
  const names = parameterNames('local');
  const value = (name: string): string => parameters.get(name) ?? '';
  const reindexFunctionArn = parameters.get(names.reindexFunctionArn);
  return {
    tables: forEachTable((table) => value(names.table(table))),
    standardUsagePlanId: value(names.standardUsagePlanId),
    uploadsBucket: value(names.uploadsBucket),
    restApiId: value(names.restApiId),
    ...(reindexFunctionArn === undefined ? {} : { reindexFunctionArn }),
    stageName: value(names.stageName),
    queueUrls: Object.fromEntries(ANY_QUEUE_NAMES.map((queue) => [queue, value(names.queueUrl(queue))])),
  };
}

export interface LocalHostOptions {
  /** Cloud assembly of environment `local`. */
  readonly assemblyDir: string;
  /** Folder of data and the host file. */
  readonly dataDir: string;
  /** Folder of downloaded engines. */
  readonly javaDir: string;
  /** Stores tables and gateway keys only in memory. */
  readonly ephemeral: boolean;
  /** 0 = a free port. */
  readonly port: number;
  /** A running DynamoDB for tests that share one; only this service can use its tables. */
  readonly dynamodbEndpoint?: string;
  /** A running OpenSearch node for tests that kill it; only this service can use its index. */
  readonly openSearchEndpoint?: string;
  /** SecureString parameters of Systems Manager, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** URLs that replace external services, by environment variable of the functions. */
  readonly externalEndpoints?: Readonly<Record<string, string>>;
  /** Overrides for environment variables of the template. */
  readonly settings?: Readonly<Record<string, string>>;
  /** URL of a module that observes what functions do. */
  readonly observer?: string;
  /** Events at once of each function that consumes a queue. */
  readonly workersPerQueue?: number;
  /** Called before a function gets an event. */
  readonly onInvocation?: (start: InvocationStart) => void;
  readonly onLog: (line: string) => void;
}

/** The local service. */
export interface LocalHost {
  readonly url: string;
  /** Clock of the service. */
  readonly clock: Pick<LocalClock, 'now' | 'aheadMs'>;
  /** Resolves with the reason, in one line, when the service can no longer answer and should be stopped. */
  readonly broken: Promise<string>;
  /** Endpoint of the OpenSearch node, if the template has a search domain. */
  readonly openSearchEndpoint?: string;
  /** Resolves with the reason, in one line, when that node has ended and the embedded search answers. */
  readonly searchLost: Promise<string>;
  /** Applies a new cloud assembly: functions, event sources and routes. Tables are only added. */
  reload(assemblyDir: string): Promise<void>;
  /** Loses a function, by the name of its folder, as if Lambda lost its machines. */
  crash(functionName: string): void;
  /** Shows the pages of a site at `/` and `/docs/`: 503 until its folder is given. A host without pages answers 404. */
  showSite(folder?: string): void;
  stop(): Promise<void>;
}

/**
 * Starts the service from its cloud assembly and waits until it answers.
 * @throws LocalSetupError with one line that names the problem.
 */
export async function startLocalHost(options: LocalHostOptions): Promise<LocalHost> {
  // Stop functions of all started parts, called in reverse order after a failure and at the end.
  const started: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    const folder = takeDataFolder(options.dataDir);
    started.push(folder.release);
    return await start(options, folder, started, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  options: LocalHostOptions,
  folder: DataFolder,
  started: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<LocalHost> {
  const { ephemeral, onLog } = options;
  const dataFile = (name: string) => (ephemeral ? undefined : join(options.dataDir, name));
  const model = readServiceModel(options.assemblyDir);
  const gatewayKeys = createGatewayKeys(
    model.api.usagePlans,
    storedState(dataFile('gateway.json'), NO_GATEWAY_KEYS),
  );
  const throttle = createThrottle(gatewayKeys.planOf);
  const clock = createLocalClock(storedState(dataFile('clock.json'), { aheadMs: 0 }));
  const encryption = storedState(dataFile('kms.json'), { key: randomBytes(32).toString('base64') });
  encryption.set(encryption.get());
  const functions = createFunctions({
    settings: () => ({
      ...options.settings,
      ...(engines.openSearchEndpoint && { OPENSEARCH_ENDPOINT: engines.openSearchEndpoint }),
    }),
    endpoints: () => ({
      AWS_ENDPOINT_URL_DYNAMODB: engines.dynamodbEndpoint,
      AWS_ENDPOINT_URL_SQS: engines.queues.endpoint,
      AWS_ENDPOINT_URL_S3: engines.buckets.endpoint,
      UPLOADS_ADDRESS: `http://localhost:${server.port}`,
      PUBLIC_URL: `http://localhost:${server.port}`,
      AWS_ENDPOINT_URL_SSM: control.url,
      AWS_ENDPOINT_URL_KMS: control.url,
      ...options.externalEndpoints,
    }),
    clock: clock.shared,
    ...(options.observer === undefined ? {} : { observer: options.observer }),
    ...(options.workersPerQueue === undefined ? {} : { workersPerQueue: options.workersPerQueue }),
    ...(options.onInvocation === undefined ? {} : { onInvocation: options.onInvocation }),
    onLog,
  });
  const partsOf = ({ api }: ServiceModel): GatewayParts => ({ api, invoke: functions.invoke, throttle });
  let ready = false;
  let site: string | undefined;
  let showsSite = false;
  const pages = createPages(() => site);
  // Starts first, to detect a port in use at once; it answers 503 until the service is ready.
  const server: GatewayServer = await startGatewayServer({
    port: options.port,
    parts: partsOf(model),
    health: () => ({ ready }),
    pages: (...request) => (showsSite ? pages(...request) : undefined),
    objects: createSignedRequests(
      {
        find: (...object) => engines.buckets.find(...object),
        put: (...object) => engines.buckets.put(...object),
      },
      () => model.parameters.get(parameterNames('local').uploadsBucket),
      UPLOAD_PATHS,
      clock.now,
    ),
    onAccess: onLog,
  });
  started.push(server.stop);

  const bucketEvents = createBucketEvents(() => engines.queues.endpoint, clock.now, onLog);
  bucketEvents.follow(model.bucketRules);
  const engines = await startEngines(model, {
    ...options,
    onObjectCreated: bucketEvents.send,
    folder: options.dataDir,
    onStarted: (end) => started.push(end),
  });
  started.push(bucketEvents.stop);
  const { dynamodbEndpoint, queues } = engines;

  const { invoke } = functions;
  const schedules = createSchedules({ invoke, now: clock.now, onLog });
  // Functions get its URL to read secrets.
  const control = await startControlPlane({
    api: model.api,
    gatewayKeys,
    schedules,
    clock: {
      ...clock,
      advance: (ms) => {
        clock.advance(ms);
        queues.advance(ms);
        schedules.clockMoved();
      },
      reset: () => {
        const wasAhead = clock.aheadMs() > 0;
        clock.reset();
        schedules.clockMoved();
        // Functions do not expect time to run backwards.
        if (wasAhead) functions.restart();
      },
    },
    secrets: new Map(Object.entries(options.secrets ?? {})),
    encryptionKey: Buffer.from(encryption.get().key, 'base64'),
    functions,
    onLog,
  });
  started.push(control.stop);

  started.push(functions.close);
  functions.follow(model);

  // Queues, streams and schedules start after the functions that they call.
  const mappings = createMappings({
    dynamodbEndpoint,
    sqsEndpoint: queues.endpoint,
    checkpoints: storedState(dataFile('streams.json'), {}),
    aheadMs: clock.aheadMs,
    concurrencyOf: functions.eventsAtOnce,
    invoke,
    onLog,
  });
  started.push(async () => void (await Promise.all([schedules.stop(), mappings.stop()])));
  schedules.follow(model.schedules);
  await mappings.follow(model);

  // Added again, so that the server stops before the parts that it calls. The first entry is for a failed start.
  started.push(server.stop);

  const url = `http://localhost:${server.port}`;
  folder.publish({
    pid: process.pid,
    url,
    controlUrl: control.url,
    dynamodbEndpoint,
    sqsEndpoint: queues.endpoint,
    s3Endpoint: engines.buckets.endpoint,
    ...(engines.openSearchEndpoint && { openSearchEndpoint: engines.openSearchEndpoint }),
    ...publishedService(model),
  });
  ready = true;

  return {
    url,
    clock,
    broken: engines.broken,
    searchLost: engines.searchLost,
    ...(engines.openSearchEndpoint && { openSearchEndpoint: engines.openSearchEndpoint }),
    showSite: (built) => {
      showsSite = true;
      site = built;
    },
    stop,
    crash: functions.crash,
    reload: async (assemblyDir) => {
      const next = readServiceModel(assemblyDir);
      await engines.ensure(next);
      functions.follow(next);
      schedules.follow(next.schedules);
      bucketEvents.follow(next.bucketRules);
      await mappings.follow(next);
      server.reload(partsOf(next));
    },
  };
}
