import { Worker } from 'node:worker_threads';
import { forwardLines } from './forward-lines.ts';
import { HEAP_BEYOND_WATCH_MB, watchMemory } from './memory-watch.ts';
import type { InvocationStart, InvokeMessage, WorkerMessage, WorkerStart } from './messages.ts';
import { newTraceHeader } from './new-trace-header.ts';

/** Result of an invocation. `crashed`: the process ended. */
export type Invocation =
  | { readonly outcome: 'returned'; readonly payload: unknown }
  | { readonly outcome: 'failed'; readonly errorType: string; readonly errorMessage: string }
  | { readonly outcome: 'timed-out' }
  | { readonly outcome: 'crashed'; readonly detail: string }
  | { readonly outcome: 'throttled' };

export interface FunctionWorker {
  /** Runs one event; the worker must be idle. */
  run(event: string, timeoutMs: number): Promise<Invocation>;
  /** Whether it can run another event. */
  alive(): boolean;
  end(): Promise<void>;
}

export interface FunctionWorkerOptions extends WorkerStart {
  /** All environment variables of the worker. */
  readonly environment: Readonly<Record<string, string>>;
  readonly onInvocation?: (start: InvocationStart) => void;
  readonly onLog: (line: string) => void;
}

/** Limit of Lambda for the initialization; the excess counts toward the time-out of the first event. */
const INIT_LIMIT_MS = 10_000;

let invocations = 0;

/** Starts a thread as an execution environment of a function. */
export function startFunctionWorker({
  environment,
  onInvocation,
  onLog,
  ...start
}: FunctionWorkerOptions): FunctionWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    // Debuggers and the load test show this name.
    name: start.functionName,
    workerData: start satisfies WorkerStart,
    env: { ...environment },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: start.memoryMb + HEAP_BEYOND_WATCH_MB },
  });
  let ended: string | undefined;
  let settle: ((invocation: Invocation) => void) | undefined;

  const log = (code: string, details: Readonly<Record<string, unknown>>) =>
    onLog(JSON.stringify({ level: 'error', code, function: start.functionName, ...details }));
  const finish = (invocation: Invocation) => {
    settle?.(invocation);
    settle = undefined;
  };
  const die = (detail: string) => {
    initialized.over();
    if (ended === undefined) log('FUNCTION_CRASHED', { detail });
    ended ??= detail;
    finish({ outcome: 'crashed', detail: ended });
  };
  const end = async () => {
    ended ??= 'ended';
    await worker.terminate();
  };
  const watchWorker = () =>
    watchMemory(worker, start.memoryMb, () => {
      die(`it used more than its memory limit of ${start.memoryMb} MB`);
      void end();
    });

  const initialized = startInitialization(watchWorker());
  worker.on('error', (error: unknown) => {
    const { name = 'Error', message = String(error) } = Object(error);
    die(`${name}: ${message}`);
  });
  worker.on('exit', (code) => die(`the process exited with ${code}`));
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') initialized.over();
    if (message.kind === 'returned') finish({ outcome: 'returned', payload: JSON.parse(message.result) });
    if (message.kind === 'failed') {
      const { errorType, errorMessage, stack } = message;
      log('FUNCTION_FAILED', { errorType, errorMessage, stack });
      finish({ outcome: 'failed', errorType, errorMessage });
    }
  });
  forwardLines(worker.stdout, onLog);
  forwardLines(worker.stderr, onLog);

  return {
    alive: () => ended === undefined,
    end,
    run: async (event, timeoutMs) => {
      if (ended !== undefined) return { outcome: 'crashed', detail: ended };
      const invocation = new Promise<Invocation>((resolve) => {
        settle = resolve;
      });
      // A crash during initialization is also a result.
      await Promise.race([initialized.promise, invocation]);
      const stopWatching = watchWorker();
      const timer = setTimeout(() => {
        ended = 'timed out';
        log('FUNCTION_TIMED_OUT', {
          detail: `Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
        });
        finish({ outcome: 'timed-out' });
        void end();
      }, timeoutMs);
      invocations += 1;
      const message: InvokeMessage = {
        invocation: `local-${invocations}`,
        event,
        deadline: Date.now() + timeoutMs,
        traceHeader: newTraceHeader(),
      };
      onInvocation?.({ functionName: start.functionName, traceHeader: message.traceHeader, event });
      worker.postMessage(message);
      return invocation.finally(() => {
        clearTimeout(timer);
        stopWatching();
      });
    },
  };
}

/** Initialization of a worker: ends when the worker is ready or ends, or after the limit of Lambda. */
function startInitialization(stopWatching: () => void) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = () => {
    clearTimeout(timer);
    stopWatching();
    resolve();
  };
  const timer = setTimeout(over, INIT_LIMIT_MS);
  return { promise, over };
}
