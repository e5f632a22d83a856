import { join } from 'node:path';
import { parameterNames } from '../../parameters/parameter-names.ts';
import { UPLOAD_PATHS } from '../../web/origin-headers.ts';
import { createLocalClock } from '../clock.ts';
import { takeDataFolder } from '../data-folder.ts';
import { createTables, startDynamoDbLocal } from '../engines/dynamodb-local.ts';
import { startQueuesAndBuckets } from '../engines/fauxqs.ts';
import { sendBucketEvents } from '../events/bucket-events.ts';
import { consumeQueue } from '../events/queue-consumer.ts';
import { startSchedules } from '../events/schedules.ts';
import { consumeStream } from '../events/stream-consumer.ts';
import { createThrottle, NO_GATEWAY_KEYS } from '../gateway/gateway-keys.ts';
import { startGatewayServer } from '../gateway/gateway-server.ts';
import { createSignedRequests } from '../gateway/signed-requests.ts';
import { createPages } from '../gateway/static-pages.ts';
import { createFunctions, type FunctionsOptions } from '../lambda/functions.ts';
import { LocalSetupError } from '../local-setup-error.ts';
import { storedState } from '../stored-state.ts';
import { readServiceModel, type ServiceModel } from '../template/service-model.ts';
import { startControlServer } from './control-server.ts';

export interface LocalHostOptions extends Pick<FunctionsOptions, 'observer' | 'onInvocation' | 'onLog'> {
  /** Cloud assembly of environment `local`. */
  readonly assemblyDir: string;
  /** Folder of data and the host file. */
  readonly dataDir: string;
  /** Folder of downloaded engines. */
  readonly javaDir: string;
  /** Stores all data only in memory. */
  readonly ephemeral: boolean;
  /** 0 = a free port. */
  readonly port: number;
  /** A running DynamoDB for tests that share one; only this service can use its tables. */
  readonly dynamodbEndpoint?: string | undefined;
  /** OpenSearch node of tests, for a template with a search domain; only this service can use its index. */
  readonly openSearchEndpoint?: string | undefined;
  /** SecureString parameters of Systems Manager, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Variables of the functions that replace those of the template, such as endpoints of external services. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The local service. */
export type LocalHost = Awaited<ReturnType<typeof startLocalHost>>;

/** Receives the stop function of each started part. */
type OnStarted = (stop: () => Promise<void> | void) => void;

/**
 * Starts the service from its cloud assembly and waits until it answers.
 * @throws LocalSetupError with one line that names the problem.
 */
export async function startLocalHost(options: LocalHostOptions) {
  // Called in reverse order after a failure and at the end.
  const started: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    return { stop, ...(await start(options, (end) => started.push(end))) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: LocalHostOptions, onStarted: OnStarted) {
  const { ephemeral, onLog, openSearchEndpoint } = options;
  const folder = takeDataFolder(options.dataDir);
  onStarted(folder.release);
  const dataFile = (name: string) => (ephemeral ? undefined : join(options.dataDir, name));
  const model = readServiceModel(options.assemblyDir);
  const gatewayKeys = storedState(dataFile('gateway-keys.json'), NO_GATEWAY_KEYS);
  const clock = createLocalClock(storedState(dataFile('clock.json'), { aheadMs: 0 }));
  const functions = createFunctions({
    ...options,
    clock: clock.shared,
    variables: () => ({
      ...(openSearchEndpoint && { OPENSEARCH_ENDPOINT: openSearchEndpoint }),
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      AWS_ENDPOINT_URL_SQS: store.endpoint,
      AWS_ENDPOINT_URL_S3: store.endpoint,
      UPLOADS_ADDRESS: url,
      PUBLIC_URL: url,
      AWS_ENDPOINT_URL_SSM: control.url,
      AWS_ENDPOINT_URL_KMS: control.url,
      ...options.variables,
    }),
  });
  const { invoke } = functions;
  const throttle = createThrottle(model.api.usagePlans, gatewayKeys);
  let ready = false;
  let site: string | undefined;
  let showsSite = false;
  const pages = createPages(() => site);
  // Starts first, to detect a port in use at once; it answers 503 until the service is ready.
  const server = await startGatewayServer({
    port: options.port,
    parts: { api: model.api, invoke, throttle },
    isReady: () => ready,
    pages: (...exchange) => showsSite && pages(...exchange),
    objects: createSignedRequests(
      { find: (...object) => store.find(...object), put: (...object) => store.put(...object) },
      model.parameters.get(parameterNames('local').uploadsBucket) ?? '',
      UPLOAD_PATHS,
      clock.now,
    ),
    onLog,
  });
  onStarted(server.stop);
  const url = `http://localhost:${server.port}`;

  const database = await startDatabase(model, options, onStarted);
  const dynamodbEndpoint = database.endpoint;
  const store = await startQueuesAndBuckets(model, ephemeral ? undefined : options.dataDir);
  onStarted(store.stop);
  sendBucketEvents(model.bucketRules, store, clock.now);

  functions.follow(model);
  const schedules = startSchedules(model.schedules, invoke, clock.now, onLog);
  // Functions get its URL to read secrets.
  const control = await startControlServer({
    gatewayKeys,
    schedules,
    invoke,
    secrets: new Map(Object.entries(options.secrets ?? {})),
    clock: {
      ...clock,
      advance: (ms) => {
        clock.advance(ms);
        store.advance(ms);
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
  });
  onStarted(control.stop);
  onStarted(functions.close);

  const checkpoints = storedState(dataFile('streams.json'), {});
  const stream = { dynamodbEndpoint, checkpoints, aheadMs: clock.aheadMs, invoke, onLog };
  const consumers = [
    ...model.queueSources.map((source) => consumeQueue(source, store, functions, onLog)),
    ...model.streamSources.map((source) => consumeStream(source, stream)),
  ];
  onStarted(async () => {
    await Promise.all([schedules.stop(), ...consumers.map((stop) => stop())]);
  });
  // Again, so that the server stops before the parts that it calls. The first entry is for a failed start.
  onStarted(server.stop);

  folder.publish({
    pid: process.pid,
    url,
    controlUrl: control.url,
    dynamodbEndpoint,
    sqsEndpoint: store.endpoint,
    s3Endpoint: store.endpoint,
    ...(openSearchEndpoint && { openSearchEndpoint }),
    parameters: Object.fromEntries(model.parameters),
  });
  ready = true;

  return {
    url,
    clock,
    /** Resolves with the reason, in one line, when the service can no longer answer and should be stopped. */
    broken: database.died.then((last) => `DynamoDB Local ended: ${last}`),
    /** Shows the pages of a site: 503 until its folder is given. A host without pages answers 404. */
    showSite: (built?: string): void => {
      showsSite = true;
      site = built;
    },
    /** Loses a function, by the name of its folder, as if Lambda lost its machines. */
    crash: functions.crash,
    /** Uses the functions and routes of a new cloud assembly. Tables, queues and schedules stay as they are. */
    reload: (assemblyDir: string): void => {
      const next = readServiceModel(assemblyDir);
      functions.follow(next);
      server.reload({ api: next.api, invoke, throttle });
    },
  };
}

/** Starts DynamoDB, unless tests gave one, and creates the tables. @throws LocalSetupError with one line that names the problem. */
async function startDatabase(
  { tables }: ServiceModel,
  { dataDir, javaDir, ephemeral, dynamodbEndpoint }: LocalHostOptions,
  onStarted: OnStarted,
) {
  const folder = join(dataDir, 'dynamodb');
  try {
    if (dynamodbEndpoint !== undefined) {
      await createTables(dynamodbEndpoint, tables);
      return { endpoint: dynamodbEndpoint, died: new Promise<never>(() => {}) };
    }
    const engine = await startDynamoDbLocal(javaDir, ephemeral ? undefined : folder);
    onStarted(engine.stop);
    await createTables(engine.endpoint, tables);
    return engine;
  } catch (error) {
    if (ephemeral || error instanceof LocalSetupError) throw error;
    throw new LocalSetupError(
      `The tables in ${folder} cannot be used (${Object(error).name}). Remove ${dataDir} to start without data.`,
    );
  }
}
