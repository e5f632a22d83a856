import type { FunctionModel, ServiceModel } from '../template/service-model.ts';
import type { Invocation } from './function-worker.ts';
import { createLambdaFunction, type LambdaFunction } from './lambda-function.ts';
import { withSettings } from './runtime-environment.ts';

/** Workers a function may have at once: enough to wait for the engine together, few enough for two cores. */
const WORKERS_PER_FUNCTION = 4;

/** Workers of a function that works off a queue: they wait for others more than they work. */
const WORKERS_PER_QUEUE = 10;

export interface FunctionsOptions {
  /** Values for variables of the template, in the functions that have them; asked for when a function starts. */
  readonly settings: () => Readonly<Record<string, string>>;
  /** Variables of every function beside the template's, asked for likewise: where AWS's services are. */
  readonly endpoints: () => Readonly<Record<string, string>>;
  /** The host's clock, as workers read it. */
  readonly clock: SharedArrayBuffer;
  /** Folder for a record of the rights that they use. */
  readonly recordCallsIn?: string;
  readonly onLog: (line: string) => void;
}

/** The template's functions as they run. */
export interface Functions {
  /** By ARN. */
  readonly all: ReadonlyMap<string, LambdaFunction>;
  find(name: string): FunctionModel | undefined;
  invoke(arn: string, event: unknown): Promise<Invocation>;
  /** Calls of a function at once, reserved concurrency apart. */
  workersOf(arn: string): number;
  /** Takes the functions of a template: new ones start, the others take its bundles and settings. */
  follow(model: ServiceModel): Promise<void>;
  /** Ends the workers of a function at once, by its folder's name: what is under way is cut off. */
  crash(functionName: string): Promise<void>;
  close(): Promise<void>;
}

/** None runs before the first template is followed; each is warm from then on. */
export function createFunctions(options: FunctionsOptions): Functions {
  const { settings, endpoints, clock, recordCallsIn, onLog } = options;
  const all = new Map<string, LambdaFunction>();
  let model: Pick<ServiceModel, 'functions' | 'queueSources'> = { functions: [], queueSources: [] };

  const environmentOf = ({ environment }: FunctionModel) => ({
    ...withSettings(environment, settings()),
    ...endpoints(),
  });
  const workersOf = (arn: string): number => {
    const source = model.queueSources.find(({ functionArn }) => functionArn === arn);
    return source === undefined
      ? WORKERS_PER_FUNCTION
      : Math.min(WORKERS_PER_QUEUE, source.maximumConcurrency ?? WORKERS_PER_QUEUE);
  };
  const add = (definition: FunctionModel): void => {
    const lambda = createLambdaFunction({
      ...definition,
      environment: environmentOf(definition),
      maxConcurrency: Math.min(
        workersOf(definition.arn),
        definition.reservedConcurrency ?? Number.POSITIVE_INFINITY,
      ),
      clock,
      ...(recordCallsIn === undefined ? {} : { recordCallsIn }),
      onLog,
    });
    lambda.warm();
    all.set(definition.arn, lambda);
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

const missing = (arn: string): Invocation => ({ outcome: 'crashed', detail: `there is no ${arn}` });
