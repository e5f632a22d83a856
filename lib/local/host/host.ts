import { join } from 'node:path';
import { createLocalClock, type LocalClock } from '../clock.ts';
import { startControlPlane } from '../control/control-plane-server.ts';
import { GatewayRegistry } from '../control/gateway-registry.ts';
import { createKeyManagement } from '../control/key-management.ts';
import { createMovedClock } from '../control/moved-clock.ts';
import { type DataFolder, takeDataFolder } from '../data-folder.ts';
import { startEngines } from '../engines/start-engines.ts';
import { createMappings } from '../events/mappings.ts';
import { createSchedules } from '../events/schedules.ts';
import { createCheckpoints } from '../events/stream-checkpoints.ts';
import { type GatewayServer, startGatewayServer } from '../gateway/gateway-server.ts';
import type { GatewayParts } from '../gateway/handle-call.ts';
import { createThrottle } from '../gateway/throttle.ts';
import { createFunctions } from '../lambda/functions.ts';
import { readServiceModel } from '../template/read-service-model.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { publishedService } from './published-service.ts';

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
  /** An OpenSearch node that runs already, for tests that kill it; its index must be this service's alone. */
  readonly openSearchEndpoint?: string;
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
  /** Address of the OpenSearch node that answers searches, where the template has a search domain. */
  readonly openSearchEndpoint?: string;
  /** Resolves, with one line that says why, when that node is gone and the embedded search answers in its place. */
  readonly searchLost: Promise<string>;
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
  const kept = (name: string) => (ephemeral ? undefined : join(folder.path, name));
  const model = readServiceModel(options.assemblyDir);
  for (const line of model.notRun) onLog(line);
  const stage = `${model.api.id}:${model.api.stageName}`;
  const templatePlans = model.api.usagePlans.map((plan) => ({ ...plan, stages: [stage] }));
  const registry = new GatewayRegistry(templatePlans, kept('gateway.json'));

  const clock = createLocalClock(kept('clock.json'));
  const throttle = createThrottle(
    (value) => registry.planOf(value, stage),
    performance.now.bind(performance),
  );
  const functions = createFunctions({
    settings: () => ({
      ...options.settings,
      ...(engines.openSearchEndpoint && { OPENSEARCH_ENDPOINT: engines.openSearchEndpoint }),
    }),
    endpoints: () => ({
      AWS_ENDPOINT_URL_DYNAMODB: engines.dynamodbEndpoint,
      AWS_ENDPOINT_URL_SQS: engines.queues.endpoint,
      AWS_ENDPOINT_URL_SSM: control.url,
      AWS_ENDPOINT_URL_KMS: control.url,
      ...options.elsewhere,
    }),
    clock: clock.shared,
    ...(options.recordCallsIn === undefined ? {} : { recordCallsIn: options.recordCallsIn }),
    onLog,
  });
  const partsOf = ({ api }: ServiceModel): GatewayParts => ({ api, functions: functions.all, throttle });
  let ready = false;
  // First of all, so that a port in use is found out at once; until all is ready it answers 503.
  const server: GatewayServer = await startGatewayServer({
    port: options.port,
    parts: partsOf(model),
    health: () => ({ ready }),
    onAccess: onLog,
  });
  started.push(server.stop);

  const engines = await startEngines(model, {
    ...options,
    folder: folder.path,
    onStarted: (end) => started.push(end),
  });
  const { dynamodbEndpoint, queues } = engines;

  const { invoke } = functions;
  const stopping = new AbortController();
  const schedules = createSchedules({ schedules: model.schedules, invoke, now: clock.now, onLog });
  // Its address is given to functions, which read secrets there.
  const control = await startControlPlane(registry, {
    schedules,
    clock: createMovedClock(clock, schedules, functions.all, queues),
    secrets: new Map(Object.entries(options.secrets ?? {})),
    keys: createKeyManagement(kept('kms.key')),
    functions: { find: functions.find, invoke, signal: stopping.signal, onLog },
  });
  started.push(control.stop, () => stopping.abort());

  started.push(functions.close);
  await functions.follow(model);

  // Queues, streams and schedules of the template start here, after the functions they call.
  const mappings = createMappings({
    dynamodbEndpoint,
    sqsEndpoint: queues.endpoint,
    checkpoints: createCheckpoints(kept('streams.json')),
    aheadMs: clock.aheadMs,
    concurrencyOf: functions.workersOf,
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
    stop,
    crash: functions.crash,
    reload: async (assemblyDir) => {
      const next = readServiceModel(assemblyDir);
      await engines.ensure(next);
      await functions.follow(next);
      schedules.reload(next.schedules);
      await mappings.follow(next);
      server.reload(partsOf(next));
    },
  };
}
