import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { LOCAL_REGION } from '../template/local-names.ts';
import type { FunctionModel, ServiceModel } from '../template/service-model.ts';
import type { RunTask, ThreadAnswer, ThreadStart, ThreadTask } from './function-thread.ts';

/** Events of a function that run at once: enough to wait for the engines, few enough for two cores. */
const EVENTS_AT_ONCE = 5;

/** From this size Lambda gives a function a whole core: it computes, so it has a thread apart from the others. */
const WHOLE_CORE_MB = 1_769;
const COMPUTATIONS_AT_ONCE = 2;

/** Result of an invocation. `crashed`: the function was lost, or its thread ended. */
export type Invocation =
  | { readonly outcome: 'returned'; readonly payload: unknown }
  | { readonly outcome: 'failed'; readonly errorType: string; readonly errorMessage: string }
  | { readonly outcome: 'timed-out' }
  | { readonly outcome: 'crashed'; readonly detail: string };

/** An invocation that begins. The AWS SDK sends the trace header with each call of the function. */
export interface InvocationStart {
  /** Name of the function in the template. */
  readonly functionName: string;
  readonly traceHeader: string;
  /** JSON text. */
  readonly event: string;
}

export interface FunctionsOptions extends ThreadStart {
  /** Variables of every function, such as endpoints of AWS services. */
  readonly variables: () => Readonly<Record<string, string>>;
  /** Called before a function gets an event. */
  readonly onInvocation?: ((start: InvocationStart) => void) | undefined;
  readonly onLog: (line: string) => void;
}

/** The running functions of the template. */
export type Functions = ReturnType<typeof createFunctions>;

type Log = (code: string, details: Readonly<Record<string, unknown>>) => void;

const computes = ({ memoryMb }: FunctionModel): boolean => memoryMb >= WHOLE_CORE_MB;

/** Creates the functions of the model that `follow` gets, in two threads: one for those that compute. */
export function createFunctions(options: FunctionsOptions) {
  const { variables, clock, observer, onInvocation, onLog } = options;
  const turns = new Map<string, ReturnType<typeof createTurns>>();
  let model: Pick<ServiceModel, 'functions' | 'queueSources'> = { functions: [], queueSources: [] };
  let threads = new Map<boolean, Thread>();
  /** Also those that end after the runs that they have. */
  const started = new Set<Thread>();
  let closed = false;
  let runs = 0;

  const log: Log = (code, details) => onLog(JSON.stringify({ level: 'error', code, ...details }));
  const find = (arn: string) => model.functions.find((each) => each.arn === arn);
  const threadOf = (definition: FunctionModel): Thread => {
    const known = threads.get(computes(definition));
    if (known?.isAlive()) return known;
    const thread = startThread({ clock, observer }, log, onLog);
    threads.set(computes(definition), thread);
    started.add(thread);
    return thread;
  };
  const eventsAtOnce = (arn: string): number => {
    const definition = find(arn);
    const source = model.queueSources.find(({ functionArn }) => functionArn === arn);
    const usual = definition !== undefined && computes(definition) ? COMPUTATIONS_AT_ONCE : EVENTS_AT_ONCE;
    return Math.min(source?.maximumConcurrency ?? usual, usual);
  };

  const run = async (definition: FunctionModel, event: string): Promise<Invocation> => {
    const { name: functionName, module, timeoutSeconds, environment } = definition;
    const traceHeader = newTraceHeader();
    onInvocation?.({ functionName, traceHeader, event });
    runs += 1;
    const id = runs;
    const thread = threadOf(definition);
    const timeoutMs = timeoutSeconds * 1000;
    const timer = setTimeout(() => {
      log('FUNCTION_TIMED_OUT', { function: functionName, detail: `timed out after ${timeoutSeconds} s` });
      thread.lose(functionName, { outcome: 'timed-out' }, id);
    }, timeoutMs);
    const ended = await thread.run({
      ...{ id, functionName, module, event, deadline: Date.now() + timeoutMs },
      environment: {
        // As the Lambda runtime sets them. The credentials are placeholders, since local engines check none.
        ...{
          TZ: ':UTC',
          AWS_REGION: LOCAL_REGION,
          AWS_ACCESS_KEY_ID: 'local',
          AWS_SECRET_ACCESS_KEY: 'local',
        },
        ...{ AWS_LAMBDA_FUNCTION_NAME: functionName, AWS_LAMBDA_FUNCTION_VERSION: '$LATEST' },
        ...environment,
        ...variables(),
        _X_AMZN_TRACE_ID: traceHeader,
      },
    });
    clearTimeout(timer);
    return ended;
  };

  /** Functions load again from the next event on; running events finish with the old code. */
  const restart = (): void => {
    for (const thread of threads.values()) thread.retire();
    threads = new Map();
  };

  return {
    restart,
    eventsAtOnce,
    invoke: async (arn: string, event: unknown): Promise<Invocation> => {
      const definition = find(arn);
      if (definition === undefined) return { outcome: 'crashed', detail: `there is no function ${arn}` };
      const own = turns.get(arn) ?? createTurns(Math.min(eventsAtOnce(arn), definition.reservedConcurrency));
      turns.set(arn, own);
      await own.take();
      try {
        if (closed) return { outcome: 'crashed', detail: 'the service is stopping' };
        return await run(find(arn) ?? definition, JSON.stringify(event));
      } finally {
        own.pass();
      }
    },
    /** Uses the code and settings of a template from the next event on. */
    follow: (next: typeof model): void => {
      model = next;
      restart();
    },
    /** Loses a function, by the name of its folder, as if Lambda lost its machines. */
    crash: (functionName: string): void => {
      const construct = `-${functionName.replaceAll('-', '')}Function`;
      for (const { name } of model.functions.filter((each) => each.name.includes(construct))) {
        for (const thread of threads.values()) thread.lose(name, { outcome: 'crashed', detail: 'ended' });
      }
    },
    close: async (): Promise<void> => {
      closed = true;
      await Promise.all([...started].map((thread) => thread.end()));
    },
  };
}

type Thread = ReturnType<typeof startThread>;

/** Starts a thread that runs functions. An uncaught error ends it, as it ends the process in Lambda. */
function startThread(workerData: ThreadStart, log: Log, onLog: (line: string) => void) {
  const running = new Map<number, { functionName: string; settle: (ended: Invocation) => void }>();
  let ended: string | undefined;
  let isRetired = false;
  const worker = new Worker(new URL('./function-thread.ts', import.meta.url), {
    workerData,
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
  });
  const end = async () => {
    ended ??= 'ended';
    await worker.terminate();
  };
  const settle = (id: number, invocation: Invocation) => {
    running.get(id)?.settle(invocation);
    running.delete(id);
    if (isRetired && running.size === 0) void end();
  };
  const crash = (detail: string) => {
    if (ended === undefined) log('FUNCTION_CRASHED', { detail });
    ended ??= detail;
    for (const id of running.keys()) settle(id, { outcome: 'crashed', detail });
  };
  worker.on('error', (error: unknown) => crash(String(error)));
  worker.on('exit', (code) => crash(`the thread exited with ${code}`));
  worker.on('message', (answer: ThreadAnswer) => {
    if ('result' in answer) {
      return settle(answer.id, { outcome: 'returned', payload: JSON.parse(answer.result) });
    }
    const { id, ...error } = answer;
    const { functionName } = running.get(id) ?? {};
    if (functionName !== undefined) log('FUNCTION_FAILED', { function: functionName, ...error });
    settle(id, { outcome: 'failed', ...error });
  });
  for (const input of [worker.stdout, worker.stderr]) createInterface({ input }).on('line', onLog);
  const post = (task: ThreadTask) => worker.postMessage(task);

  return {
    isAlive: () => ended === undefined,
    run: (run: RunTask): Promise<Invocation> =>
      new Promise((settled) => {
        running.set(run.id, { functionName: run.functionName, settle: settled });
        post({ kind: 'run', run });
      }),
    /** Ends the runs of a function, or only one of them. */
    lose: (functionName: string, invocation: Invocation, only?: number): void => {
      const lost = [...running.keys()].filter(
        (id) => running.get(id)?.functionName === functionName && (only ?? id) === id,
      );
      post({ kind: 'lose', functionName, runs: lost });
      for (const id of lost) settle(id, invocation);
    },
    /** Ends after the runs that it has. */
    retire: (): void => {
      isRetired = true;
      if (running.size === 0) void end();
    },
    end,
  };
}

/** Lets at most `atOnce` events run at the same time; the others wait. */
function createTurns(atOnce: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    take: async (): Promise<void> => {
      if (taken < atOnce) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    pass: (): void => {
      const next = waiting.shift();
      // Passed on, so that no later event can take it.
      if (next === undefined) taken -= 1;
      else next();
    },
  };
}

/** The header of a new trace, as Lambda sets it for each invocation that is not sampled. */
function newTraceHeader(): string {
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  return `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${hex(12)};Parent=${hex(8)};Sampled=0`;
}
