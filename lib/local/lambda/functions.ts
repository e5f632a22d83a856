import { availableParallelism } from 'node:os';
import type { FunctionModel, QueueSourceModel, ServiceModel } from '../template/service-model.ts';
import type { Invocation } from './function-worker.ts';
import { createLambdaFunction, type LambdaFunction } from './lambda-function.ts';
import type { InvocationStart } from './messages.ts';
import { withSettings } from './runtime-environment.ts';

/** Concurrent workers per function: enough to wait for the engines, few enough for two cores. */
const WORKERS_PER_FUNCTION = 4;

/**
 * Workers of the function with the largest concurrency of all that consume a queue; the others get workers in proportion,
 * but at least three. With two, a burst is slower; with many, dispatched events keep the one engine from the deliveries.
 */
const WORKERS_PER_QUEUE = 6;
const MIN_WORKERS_PER_QUEUE = 3;

/** From this size Lambda gives a function a whole core: it computes, and here gets a worker for each core. */
const WHOLE_CORE_MB = 1_769;

export interface FunctionsOptions {
  /** Overrides for environment variables of the template; read when a function starts. */
  readonly settings: () => Readonly<Record<string, string>>;
  /** Endpoints of AWS services as variables for every function; read when a function starts. */
  readonly endpoints: () => Readonly<Record<string, string>>;
  /** Clock offset of the host, shared with workers. */
  readonly clock: SharedArrayBuffer;
  /** Folder for a record of the rights that functions use. */
  readonly recordCallsIn?: string;
  /** Workers of each function that consumes a queue; by default as its concurrency and memory require. */
  readonly workersPerQueue?: number;
  /** Called before a worker gets an event. */
  readonly onInvocation?: (start: InvocationStart) => void;
  readonly onLog: (line: string) => void;
}

/** The running functions of the template. */
export interface Functions {
  /** By ARN. */
  readonly all: ReadonlyMap<string, LambdaFunction>;
  find(name: string): FunctionModel | undefined;
  invoke(arn: string, event: unknown): Promise<Invocation>;
  /** Concurrency limit of a function, without its reserved concurrency. */
  workersOf(arn: string): number;
  /** Adds new functions of a template, and updates the bundles and settings of the others. */
  follow(model: ServiceModel): Promise<void>;
  /** Kills the workers of a function, by the name of its folder. */
  crash(functionName: string): Promise<void>;
  close(): Promise<void>;
}

const concurrencyOf = ({ maximumConcurrency = Number.POSITIVE_INFINITY }: QueueSourceModel): number =>
  maximumConcurrency;

/** Creates the functions of the models that `follow` gets. */
export function createFunctions(options: FunctionsOptions): Functions {
  const { settings, endpoints, clock, recordCallsIn, workersPerQueue, onInvocation, onLog } = options;
  const all = new Map<string, LambdaFunction>();
  let model: Pick<ServiceModel, 'functions' | 'queueSources'> = { functions: [], queueSources: [] };

  const environmentOf = ({ environment }: FunctionModel) => ({
    ...withSettings(environment, settings()),
    ...endpoints(),
  });
  const workersOf = (arn: string): number => {
    const source = model.queueSources.find(({ functionArn }) => functionArn === arn);
    if (source === undefined) return WORKERS_PER_FUNCTION;
    const memoryMb = model.functions.find((each) => each.arn === arn)?.memoryMb ?? 0;
    const limit = concurrencyOf(source);
    if (workersPerQueue !== undefined) return Math.min(limit, workersPerQueue);
    if (memoryMb >= WHOLE_CORE_MB) return Math.min(availableParallelism(), limit);
    const largest = Math.max(...model.queueSources.map(concurrencyOf).filter(Number.isFinite));
    const share = Math.min(1, limit / largest);
    return Math.min(limit, Math.max(MIN_WORKERS_PER_QUEUE, Math.round(WORKERS_PER_QUEUE * share)));
  };
  const add = (definition: FunctionModel): void => {
    all.set(
      definition.arn,
      createLambdaFunction({
        ...definition,
        environment: environmentOf(definition),
        maxConcurrency: Math.min(
          workersOf(definition.arn),
          definition.reservedConcurrency ?? Number.POSITIVE_INFINITY,
        ),
        clock,
        ...(recordCallsIn === undefined ? {} : { recordCallsIn }),
        ...(onInvocation === undefined ? {} : { onInvocation }),
        onLog,
      }),
    );
  };

  return {
    all,
    find: (name) => model.functions.find((each) => each.name === name),
    invoke: async (arn, event) => (await all.get(arn)?.invoke(event)) ?? missing(arn),
    workersOf,
    follow: async (next) => {
      model = next;
      for (const definition of next.functions) {
        const running = all.get(definition.arn);
        if (running === undefined) add(definition);
        else await running.reload({ ...definition, environment: environmentOf(definition) });
      }
    },
    crash: async (functionName) => {
      const construct = `-${functionName.replaceAll('-', '')}Function`;
      const named = model.functions.filter(({ name }) => name.includes(construct));
      await Promise.all(named.map(({ arn }) => all.get(arn)?.crash()));
    },
    close: async () => {
      await Promise.all([...all.values()].map((lambda) => lambda.close()));
    },
  };
}

const missing = (arn: string): Invocation => ({
  outcome: 'crashed',
  detail: `the function ${arn} does not exist`,
});
