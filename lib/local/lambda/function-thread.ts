import { AsyncLocalStorage } from 'node:async_hooks';
import { ClientRequest } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { CLOCK_OFFSET } from '../../../shared/platform/time/machine-time.ts';

/** Message from the host. Events and results are JSON text, as in Lambda. */
export type ThreadTask =
  | { readonly kind: 'run'; readonly run: RunTask }
  /** Lambda lost the machine of these runs: they have no further effect, and the next run loads the function again. */
  | { readonly kind: 'lose'; readonly functionName: string; readonly runs: readonly number[] };

export interface RunTask {
  readonly id: number;
  readonly functionName: string;
  /** File of the bundle. */
  readonly module: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly event: string;
  /** Milliseconds since 1970, by the machine's time. */
  readonly deadline: number;
}

export type ThreadAnswer =
  | { readonly id: number; readonly result: string }
  | {
      readonly id: number;
      readonly errorType: string;
      readonly errorMessage: string;
      /** Only for the log. */
      readonly stack?: string;
    };

export interface ThreadStart {
  /** Clock offset of the host as one 64-bit integer in milliseconds. */
  readonly clock: SharedArrayBuffer;
  /** URL of a module whose `observe(currentFunction)` observes what functions of a thread do. */
  readonly observer?: string | undefined;
}

type Handler = (event: unknown, context: unknown) => unknown;

const { clock, observer } = workerData as ThreadStart;

// Date of this thread is ahead by the clock offset of the host. Timers and performance.now() do not change, and
// `machineTime` converts a time back to the machine's time.
const ahead = new BigInt64Array(clock);
const aheadMs = (): number => Number(Atomics.load(ahead, 0));
const MachineDate = Date;
const machineNow = MachineDate.now;
const now = (): number => machineNow() + aheadMs();
Object.assign(globalThis, { [CLOCK_OFFSET]: aheadMs });
MachineDate.now = now;
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new MachineDate(now()).toString(),
});
// Libraries use the constructor of a date.
MachineDate.prototype.constructor = globalThis.Date;

const current = new AsyncLocalStorage<{ readonly task: RunTask; isLost: boolean }>();
const running = new Map<number, { isLost: boolean }>();
const handlers = new Map<string, Promise<Handler>>();
let loads = 0;

// Each function sees its own variables, as in a process of its own.
process.env = new Proxy<NodeJS.ProcessEnv>(process.env, {
  get: (shared, name: string) => current.getStore()?.task.environment[name] ?? shared[name],
  has: (shared, name: string) => name in (current.getStore()?.task.environment ?? {}) || name in shared,
});

if (observer !== undefined) {
  const { observe } = await import(observer);
  observe((): string | undefined => current.getStore()?.task.functionName);
}

const { end } = ClientRequest.prototype;
ClientRequest.prototype.end = function (this: ClientRequest, ...args: unknown[]) {
  if (current.getStore()?.isLost) return this.destroy(new Error('the machine of the function is lost'));
  return Reflect.apply(end, this, args);
};

function load({ functionName, module }: RunTask): Promise<Handler> {
  const known = handlers.get(functionName);
  if (known !== undefined) return known;
  loads += 1;
  // The number makes a new module of a function that was lost.
  const loading = import(`${pathToFileURL(module).href}?${loads}`).then(({ handler }) => handler as Handler);
  handlers.set(functionName, loading);
  // As in Lambda, the next run tries again.
  loading.catch(() => handlers.delete(functionName));
  return loading;
}

async function run(task: RunTask): Promise<ThreadAnswer> {
  const { id, functionName, deadline, event } = task;
  const getRemainingTimeInMillis = () => Math.max(0, deadline - machineNow());
  try {
    const handler = await load(task);
    const context = { awsRequestId: `local-${id}`, functionName, getRemainingTimeInMillis };
    const result = await handler(JSON.parse(event), context);
    // Undefined becomes null, as in Lambda.
    return { id, result: JSON.stringify(result ?? null) };
  } catch (error) {
    if (!(error instanceof Error)) return { id, errorType: typeof error, errorMessage: String(error) };
    const { name, message, stack = '' } = error;
    return { id, errorType: name, errorMessage: message, stack };
  }
}

parentPort?.on('message', async (message: ThreadTask) => {
  if (message.kind === 'lose') {
    for (const id of message.runs) {
      const lost = running.get(id);
      if (lost !== undefined) lost.isLost = true;
    }
    handlers.delete(message.functionName);
    return;
  }
  const { run: task } = message;
  const started = { task, isLost: false };
  running.set(task.id, started);
  const answer = await current.run(started, () => run(task));
  running.delete(task.id);
  parentPort?.postMessage(answer);
});
