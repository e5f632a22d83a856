import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { LAMBDA_RUNTIME } from '../../settings/node-version.mjs';
import { LOCAL_REGION } from '../template/local-names.ts';
import type { FunctionModel, ServiceModel } from '../template/service-model.ts';
import type { RunTask, ThreadAnswer, ThreadStart, ThreadTask } from './function-thread.ts';

/** Events of a function that run at once: enough to wait for the engines, few enough for two cores. */
const EVENTS_AT_ONCE = 5;

/** From this size Lambda gives a function a whole core: it computes, so it has a thread apart from the others. */
const WHOLE_CORE_MB = 1_769;
const COMPUTATIONS_AT_ONCE = 2;

/** Events that can wait for their turn; more are throttled. */
const MAX_WAITING = 5_000;

/** Result of an invocation. `crashed`: the function was lost, or its thread ended. */
export type Invocation =
  | { readonly outcome: 'returned'; readonly payload: unknown }
  | { readonly outcome: 'failed'; readonly errorType: string; readonly errorMessage: string }
  | { readonly outcome: 'timed-out' }
  | { readonly outcome: 'crashed'; readonly detail: string }
  | { readonly outcome: 'throttled' };

/** An invocation that begins. The AWS SDK sends the trace header with each call of the function. */
export interface InvocationStart {
  /** Name of the function in the template. */
  readonly functionName: string;
  readonly traceHeader: string;
  /** JSON text. */
  readonly event: string;
}

export interface FunctionsOptions extends ThreadStart {
  /** Overrides for environment variables of the template. */
  readonly settings: () => Readonly<Record<string, string>>;
  /** Endpoints of AWS services as variables for every function. */
  readonly endpoints: () => Readonly<Record<string, string>>;
  /** Events at once of each function that consumes a queue. */
  readonly workersPerQueue?: number;
  /** Called before a function gets an event. */
  readonly onInvocation?: (start: InvocationStart) => void;
  readonly onLog: (line: string) => void;
}

/** The running functions of the template. */
export interface Functions {
  find(name: string): FunctionModel | undefined;
  invoke(arn: string, event: unknown): Promise<Invocation>;
  /** Events of a function that run at once, without its reserved concurrency. */
  eventsAtOnce(arn: string): number;
  /** Uses the code and settings of a template from the next event on; running events finish with the old ones. */
  follow(model: Pick<ServiceModel, 'functions' | 'queueSources'>): void;
  /** Functions load again: their caches and ascending ids begin anew. */
  restart(): void;
  /** Loses a function, by the name of its folder, as if Lambda lost its machines. */
  crash(functionName: string): void;
  close(): Promise<void>;
}

/** Creates the functions of the model that `follow` gets, in two threads: one for those that compute. */
export function createFunctions(options: FunctionsOptions): Functions {
  const { settings, endpoints, clock, observer, workersPerQueue, onInvocation, onLog } = options;
  const start = { clock, ...(observer === undefined ? {} : { observer }) };
  const turns = new Map<string, Turns>();
  let model: Pick<ServiceModel, 'functions' | 'queueSources'> = { functions: [], queueSources: [] };
  let functions = new Map<string, FunctionModel>();
  let threads = new Map<string, Thread>();
  /** Also those that end after the runs that they have. */
  const started = new Set<Thread>();
  let closed = false;
  let runs = 0;

  const log = (code: string, details: Readonly<Record<string, unknown>>) =>
    onLog(JSON.stringify({ level: 'error', code, ...details }));
  const computes = ({ memoryMb }: FunctionModel): boolean => memoryMb >= WHOLE_CORE_MB;
  const threadOf = (definition: FunctionModel): Thread => {
    const name = computes(definition) ? 'computing functions' : 'functions';
    const known = threads.get(name);
    if (known?.alive()) return known;
    const thread = startThread(name, start, log, onLog);
    threads.set(name, thread);
    started.add(thread);
    return thread;
  };
  const eventsAtOnce = (arn: string): number => {
    const definition = functions.get(arn);
    const { maximumConcurrency = Number.POSITIVE_INFINITY } =
      model.queueSources.find(({ functionArn }) => functionArn === arn) ?? {};
    const usual = definition !== undefined && computes(definition) ? COMPUTATIONS_AT_ONCE : EVENTS_AT_ONCE;
    return Math.min(maximumConcurrency, workersPerQueue ?? usual);
  };

  const run = async (definition: FunctionModel, event: string): Promise<Invocation> => {
    const { name, module, memoryMb, timeoutSeconds } = definition;
    const traceHeader = newTraceHeader();
    onInvocation?.({ functionName: name, traceHeader, event });
    runs += 1;
    const id = runs;
    const thread = threadOf(definition);
    const invocation = thread.run({
      id,
      functionName: name,
      module,
      environment: {
        ...runtimeEnvironment(name, memoryMb),
        ...definition.environment,
        ...overridden(definition, settings()),
        ...endpoints(),
        _X_AMZN_TRACE_ID: traceHeader,
      },
      event,
      deadline: Date.now() + timeoutSeconds * 1000,
    });
    const { promise: late, resolve } = Promise.withResolvers<Invocation>();
    const timer = setTimeout(resolve, timeoutSeconds * 1000, { outcome: 'timed-out' });
    const ended = await Promise.race([invocation, late]);
    clearTimeout(timer);
    if (ended.outcome === 'timed-out') {
      thread.lose(name, id);
      log('FUNCTION_TIMED_OUT', {
        function: name,
        detail: `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`,
      });
    }
    return ended;
  };

  const retire = (): void => {
    for (const thread of threads.values()) thread.retire();
    threads = new Map();
  };

  return {
    find: (name) => model.functions.find((each) => each.name === name),
    invoke: async (arn, event) => {
      const definition = functions.get(arn);
      if (definition === undefined) {
        return { outcome: 'crashed', detail: `the function ${arn} does not exist` };
      }
      const own = turns.get(arn) ?? createTurns(Math.min(eventsAtOnce(arn), definition.reservedConcurrency));
      turns.set(arn, own);
      if (!(await own.take())) return { outcome: 'throttled' };
      try {
        if (closed) return { outcome: 'crashed', detail: 'the service is stopping' };
        return await run(functions.get(arn) ?? definition, JSON.stringify(event));
      } finally {
        own.pass();
      }
    },
    eventsAtOnce,
    follow: (next) => {
      model = next;
      functions = new Map(next.functions.map((definition) => [definition.arn, definition]));
      retire();
    },
    restart: retire,
    crash: (functionName) => {
      const construct = `-${functionName.replaceAll('-', '')}Function`;
      for (const { name } of model.functions) {
        if (name.includes(construct)) for (const thread of threads.values()) thread.lose(name);
      }
    },
    close: async () => {
      closed = true;
      await Promise.all([...started].map((thread) => thread.end()));
    },
  };
}

interface Thread {
  alive(): boolean;
  run(task: RunTask): Promise<Invocation>;
  /** Ends the runs of a function as crashed, or only one of them. @param name in the template. */
  lose(name: string, only?: number): void;
  /** Ends after the runs that it has. */
  retire(): void;
  end(): Promise<void>;
}

interface Running {
  readonly functionName: string;
  settle(invocation: Invocation): void;
}

/** Starts a thread that runs functions. An uncaught error ends it, as it ends the process in Lambda. */
function startThread(
  name: string,
  start: ThreadStart,
  log: (code: string, details: Readonly<Record<string, unknown>>) => void,
  onLog: (line: string) => void,
): Thread {
  const running = new Map<number, Running>();
  let ended: string | undefined;
  let isRetired = false;
  const worker = new Worker(new URL('./function-thread.ts', import.meta.url), {
    // Debuggers and the load test show this name.
    name,
    workerData: start satisfies ThreadStart,
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
  });
  const settle = (id: number, invocation: Invocation) => {
    running.get(id)?.settle(invocation);
    running.delete(id);
    if (isRetired && running.size === 0) void end();
  };
  const crash = (detail: string) => {
    if (ended === undefined) log('FUNCTION_CRASHED', { detail });
    ended ??= detail;
    for (const id of [...running.keys()]) settle(id, { outcome: 'crashed', detail });
  };
  const end = async () => {
    ended ??= 'ended';
    await worker.terminate();
  };
  worker.on('error', (error: unknown) => {
    const { name: type = 'Error', message = String(error) } = Object(error);
    crash(`${type}: ${message}`);
  });
  worker.on('exit', (code) => crash(`the thread exited with ${code}`));
  worker.on('message', (answer: ThreadAnswer) => {
    const { functionName } = running.get(answer.id) ?? {};
    if ('result' in answer)
      return settle(answer.id, { outcome: 'returned', payload: JSON.parse(answer.result) });
    const { id, ...error } = answer;
    if (functionName !== undefined) log('FUNCTION_FAILED', { function: functionName, ...error });
    settle(id, { outcome: 'failed', ...error });
  });
  for (const input of [worker.stdout, worker.stderr]) createInterface({ input }).on('line', onLog);
  const post = (task: ThreadTask) => worker.postMessage(task);

  return {
    alive: () => ended === undefined,
    run: (task) =>
      new Promise((resolve) => {
        running.set(task.id, { functionName: task.functionName, settle: resolve });
        post({ kind: 'run', run: task });
      }),
    lose: (functionName, only) => {
      const lost = [...running]
        .filter(([id, run]) => run.functionName === functionName && (only ?? id) === id)
        .map(([id]) => id);
      post({ kind: 'lose', functionName, runs: lost });
      for (const id of lost) settle(id, { outcome: 'crashed', detail: 'ended' });
    },
    retire: () => {
      isRetired = true;
      if (running.size === 0) void end();
    },
    end,
  };
}

interface Turns {
  /** Waits for a turn; false if too many wait. */
  take(): Promise<boolean>;
  pass(): void;
}

function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    take: async () => {
      if (taken < atOnce) {
        taken += 1;
        return true;
      }
      if (waiting.length >= MAX_WAITING) return false;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return true;
    },
    pass: () => {
      const next = waiting.shift();
      // Passed on, so that no later event can take it.
      if (next === undefined) taken -= 1;
      else next();
    },
  };
}

/** The settings that a function has as variables. */
const overridden = ({ environment }: FunctionModel, settings: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(environment, name)));

/** Variables that the Lambda runtime sets. The credentials are placeholders, since local engines check none. */
export const runtimeEnvironment = (functionName: string, memoryMb: number): Record<string, string> => ({
  TZ: ':UTC',
  LANG: 'en_US.UTF-8',
  AWS_REGION: LOCAL_REGION,
  AWS_DEFAULT_REGION: LOCAL_REGION,
  AWS_EXECUTION_ENV: `AWS_Lambda_${LAMBDA_RUNTIME}`,
  AWS_LAMBDA_FUNCTION_NAME: functionName,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_LOG_FORMAT: 'JSON',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});

/** The header of a new trace, as Lambda sets it for each invocation that is not sampled. */
function newTraceHeader(): string {
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  const time = Math.floor(Date.now() / 1000).toString(16);
  return `Root=1-${time}-${hex(12)};Parent=${hex(8)};Sampled=0;Lineage=1:${hex(4)}:0`;
}
