import { join } from 'node:path';
import { ANY_QUEUE_NAMES } from '../function-definition.ts';
import { parameterNames } from '../parameter-names.ts';
import { createLocalClock, type LocalClock } from './clock.ts';
import { startControlPlane } from './control/control-plane-server.ts';
import { GatewayRegistry } from './control/gateway-registry.ts';
import { createKeyManagement } from './control/key-management.ts';
import { type DataFolder, takeDataFolder } from './data-folder.ts';
import { createTables } from './engines/create-tables.ts';
import { type DynamoDbLocal, startDynamoDbLocal } from './engines/dynamodb-local.ts';
import { findJava } from './engines/java.ts';
import { startQueues } from './engines/queues.ts';
import { createMappings } from './events/mappings.ts';
import { createSchedules } from './events/schedules.ts';
import { createCheckpoints } from './events/stream-checkpoints.ts';
import { type GatewayServer, startGatewayServer } from './gateway/gateway-server.ts';
import type { GatewayParts } from './gateway/handle-call.ts';
import { createThrottle } from './gateway/throttle.ts';
import type { Invocation } from './lambda/function-worker.ts';
import { createLambdaFunction, type LambdaFunction } from './lambda/lambda-function.ts';
import { withSettings } from './lambda/runtime-environment.ts';
import { LocalSetupError } from './local-setup-error.ts';
import { createMovedClock } from './moved-clock.ts';
import { readServiceModel } from './template/read-service-model.ts';
import type { FunctionModel, ServiceModel } from './template/service-model.ts';

/** Workers a function may have at once: enough to wait for the engine together, few enough for two cores. */
const WORKERS_PER_FUNCTION = 4;

/** Workers of a function that works off a queue: they wait for others more than they work. */
const WORKERS_PER_QUEUE = 10;

export interface LocalHostOptions {
  /** The synthesized template of environment `local`. */
  readonly assemblyDir: string;
  /** Where data and the host file go. */
  readonly dataDir: string;
  /** Where a private Java runtime is looked for, and put. */
  readonly javaDir: string;
  /** Keeps tables and gateway keys in memory. */
  readonly ephemeral: boolean;
  /** 0 takes a free one. */
  readonly port: number;
  /** A DynamoDB that runs already, for tests that share one; its tables must be this service's alone. */
  readonly dynamodbEndpoint?: string;
  /** What operators of a deployment keep in Systems Manager as SecureStrings, by parameter name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Addresses that stand for services of others, by the variable in which functions look for them. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Values for variables of the template, in the functions that have them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder for a record of the rights that functions use. */
  readonly recordCallsIn?: string;
  readonly onLog: (line: string) => void;
}

/** The whole service on this machine. */
export interface LocalHost {
  readonly url: string;
  /** The time that the service goes by. */
  readonly clock: Pick<LocalClock, 'now' | 'aheadMs'>;
  /** Resolves, with one line that says why, when the service can answer no more and should be stopped. */
  readonly broken: Promise<string>;
  /** Takes a newly synthesized template: functions and routes. Tables are only added. */
  reload(assemblyDir: string): Promise<void>;
  /** Ends the workers of a function at once, by its folder's name: what is under way is cut off. */
  crash(functionName: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the service from its template; it answers when this resolves.
 * @throws LocalSetupError, one line that says what stands in the way.
 */
export async function startLocalHost(options: LocalHostOptions): Promise<LocalHost> {
  // What is started is noted, so that a failure half-way, and the end, stop it in reverse order.
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
  let model = readServiceModel(options.assemblyDir);
  for (const line of model.notRun) onLog(line);
  const stage = `${model.api.id}:${model.api.stageName}`;
  const templatePlans = model.api.usagePlans.map((plan) => ({ ...plan, stages: [stage] }));
  const registry = new GatewayRegistry(
    templatePlans,
    ephemeral ? undefined : join(folder.path, 'gateway.json'),
  );

  const clock = createLocalClock(ephemeral ? undefined : join(folder.path, 'clock.json'));
  const functions = new Map<string, LambdaFunction>();
  const throttle = createThrottle(
    (value) => registry.planOf(value, stage),
    performance.now.bind(performance),
  );
  const partsOf = ({ api }: ServiceModel): GatewayParts => ({ api, functions, throttle });
  let ready = false;
  // First of all, so that a port in use is found out at once; until all is ready it answers 503.
  const server: GatewayServer = await startGatewayServer({
    port: options.port,
    parts: partsOf(model),
    health: () => ({ ready }),
    onAccess: onLog,
  });
  started.push(server.stop);

  const engine =
    options.dynamodbEndpoint === undefined ? await startEngine(options, folder, started) : undefined;
  const dynamodbEndpoint = engine?.endpoint ?? options.dynamodbEndpoint ?? '';
  await createTables(dynamodbEndpoint, model.tables).catch((error: unknown) => {
    if (ephemeral) throw error;
    throw new LocalSetupError(
      `The tables in ${databaseDir(folder)} cannot be used (${Object(error).name}). Remove ${folder.path} to start with nothing.`,
    );
  });

  const queues = await startQueues(ephemeral ? undefined : join(folder.path, 'queues'));
  started.push(queues.stop);
  await queues.ensure(model.queues);

  const invoke = async (arn: string, event: unknown): Promise<Invocation> =>
    (await functions.get(arn)?.invoke(event)) ?? missing(arn);
  const schedules = createSchedules({
    schedules: model.schedules,
    invoke,
    now: clock.now,
    onLog,
  });
  // Its address is given to functions, which read secrets there.
  const control = await startControlPlane(registry, {
    schedules,
    clock: createMovedClock(clock, schedules, functions, queues),
    secrets: new Map(Object.entries(options.secrets ?? {})),
    keys: createKeyManagement(ephemeral ? undefined : join(folder.path, 'kms.key')),
  });
  started.push(control.stop);

  const endpoints = {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    AWS_ENDPOINT_URL_SSM: control.url,
    AWS_ENDPOINT_URL_KMS: control.url,
    ...options.elsewhere,
  };
  const environmentOf = ({ environment }: FunctionModel) => ({
    ...withSettings(environment, options.settings),
    ...endpoints,
  });
  const workersOf = (arn: string): number => {
    const source = model.queueSources.find(({ functionArn }) => functionArn === arn);
    return source === undefined
      ? WORKERS_PER_FUNCTION
      : Math.min(WORKERS_PER_QUEUE, source.maximumConcurrency ?? WORKERS_PER_QUEUE);
  };
  const addFunction = (definition: FunctionModel) => {
    const lambda = createLambdaFunction({
      ...definition,
      environment: environmentOf(definition),
      maxConcurrency: Math.min(
        workersOf(definition.arn),
        definition.reservedConcurrency ?? Number.POSITIVE_INFINITY,
      ),
      clock: clock.shared,
      ...(options.recordCallsIn === undefined ? {} : { recordCallsIn: options.recordCallsIn }),
      onLog,
    });
    lambda.warm();
    functions.set(definition.arn, lambda);
  };
  for (const definition of model.functions) addFunction(definition);
  started.push(async () => void (await Promise.all([...functions.values()].map((lambda) => lambda.close()))));

  // Queues, streams and schedules of the template start here, after the functions they call.
  const checkpoints = createCheckpoints(ephemeral ? undefined : join(folder.path, 'streams.json'));
  const mappings = createMappings({
    dynamodbEndpoint,
    sqsEndpoint: queues.endpoint,
    checkpoints,
    aheadMs: clock.aheadMs,
    concurrencyOf: workersOf,
    invoke,
    onLog,
  });
  started.push(async () => void (await Promise.all([schedules.stop(), mappings.stop()])));
  await schedules.start();
  await mappings.follow(model);

  // Stopped before all that it calls; its place at the beginning is for a start that fails.
  started.push(server.stop);

  const url = `http://localhost:${server.port}`;
  folder.publish({
    pid: process.pid,
    url,
    controlUrl: control.url,
    dynamodbEndpoint,
    sqsEndpoint: queues.endpoint,
    ...published(model),
  });
  ready = true;

  return {
    url,
    clock,
    broken: engine === undefined ? NEVER : engine.died.then((last) => `DynamoDB Local ended: ${last}`),
    stop,
    crash: async (functionName) => {
      const construct = `-${functionName.replaceAll('-', '')}Function`;
      const named = model.functions.filter(({ name }) => name.includes(construct));
      await Promise.all(named.map(({ arn }) => functions.get(arn)?.crash()));
    },
    reload: async (assemblyDir) => {
      model = readServiceModel(assemblyDir);
      await createTables(dynamodbEndpoint, model.tables);
      await queues.ensure(model.queues);
      for (const definition of model.functions) {
        const running = functions.get(definition.arn);
        if (running === undefined) addFunction(definition);
        else await running.reload({ ...definition, environment: environmentOf(definition) });
      }
      schedules.reload(model.schedules);
      await mappings.follow(model);
      server.reload(partsOf(model));
    },
  };
}

/** An engine that others run is theirs to watch. */
const NEVER = new Promise<never>(() => {});
const missing = (arn: string): Invocation => ({ outcome: 'crashed', detail: `there is no ${arn}` });

const databaseDir = (folder: DataFolder): string => join(folder.path, 'dynamodb');

async function startEngine(
  { javaDir, ephemeral }: LocalHostOptions,
  folder: DataFolder,
  started: (() => Promise<void> | void)[],
): Promise<DynamoDbLocal> {
  const javaPath = await findJava({ localDir: javaDir });
  const engine = await startDynamoDbLocal({
    javaPath,
    ...(ephemeral ? {} : { dataDir: databaseDir(folder) }),
  });
  started.push(engine.stop);
  return engine;
}

/** What the stacks publish for the operator's command line. */
function published({ parameters }: ServiceModel) {
  const names = parameterNames('local');
  const value = (name: string): string => {
    const found = parameters.get(name);
    if (found === undefined) throw new LocalSetupError(`The template publishes no ${name}.`);
    return found;
  };
  return {
    organizationsTable: value(names.table('organizations')),
    usageTable: value(names.table('usage')),
    terminalsTable: value(names.table('terminals')),
    strategiesTable: value(names.table('strategies')),
    quotesTable: value(names.table('quotes')),
    marketTable: value(names.table('market')),
    standardUsagePlanId: value(names.standardUsagePlanId),
    restApiId: value(names.restApiId),
    stageName: value(names.stageName),
    queueUrls: Object.fromEntries(ANY_QUEUE_NAMES.map((queue) => [queue, value(names.queueUrl(queue))])),
  };
}
