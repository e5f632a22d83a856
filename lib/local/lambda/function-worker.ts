import { Worker } from 'node:worker_threads';
import type { InvokeMessage, WorkerMessage, WorkerStart } from './messages.ts';

/** How an invocation ended. `crashed`: the bundle took its process with it. */
export type Invocation =
  | { readonly outcome: 'returned'; readonly payload: unknown }
  | { readonly outcome: 'failed'; readonly errorType: string; readonly errorMessage: string }
  | { readonly outcome: 'timed-out' }
  | { readonly outcome: 'crashed'; readonly detail: string }
  | { readonly outcome: 'throttled' };

export interface FunctionWorker {
  /** Runs one event; the worker must be idle. */
  run(event: string, timeoutMs: number): Promise<Invocation>;
  /** Whether it can take another event. */
  alive(): boolean;
  end(): Promise<void>;
}

export interface FunctionWorkerOptions extends WorkerStart {
  /** All the variables the worker sees. */
  readonly environment: Readonly<Record<string, string>>;
  readonly onLog: (line: string) => void;
}

let invocations = 0;

/** Lambda kills a function that takes more memory than it was given; a thread's limit is on its heap alone. */
const HEAP_SHARE = 1;

/** Starts a thread that is one execution environment of a function. */
export function startFunctionWorker({ environment, onLog, ...start }: FunctionWorkerOptions): FunctionWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: start satisfies WorkerStart,
    env: { ...environment },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: Math.round(start.memoryMb * HEAP_SHARE) },
  });
  let ended: string | undefined;
  let settle: ((invocation: Invocation) => void) | undefined;

  const finish = (invocation: Invocation) => {
    settle?.(invocation);
    settle = undefined;
  };
  const die = (detail: string) => {
    ended ??= detail;
    finish({ outcome: 'crashed', detail: ended });
  };
  worker.on('error', (error) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    onLog(
      JSON.stringify({
        level: 'error',
        code: 'FUNCTION_CRASHED',
        function: start.functionName,
        name,
        message,
      }),
    );
    die(`${name}: ${message}`);
  });
  worker.on('exit', (code) => die(`the process exited with ${code}`));
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'returned') finish({ outcome: 'returned', payload: JSON.parse(message.result) });
    if (message.kind === 'failed') {
      const { errorType, errorMessage } = message;
      finish({ outcome: 'failed', errorType, errorMessage });
    }
  });
  forwardLines(worker.stdout, onLog);
  forwardLines(worker.stderr, onLog);

  return {
    alive: () => ended === undefined,
    end: async () => {
      ended ??= 'ended';
      await worker.terminate();
    },
    run: (event, timeoutMs) =>
      new Promise<Invocation>((resolve) => {
        if (ended !== undefined) return resolve({ outcome: 'crashed', detail: ended });
        const timer = setTimeout(() => {
          ended = 'timed out';
          finish({ outcome: 'timed-out' });
          void worker.terminate();
        }, timeoutMs);
        settle = (invocation) => {
          clearTimeout(timer);
          resolve(invocation);
        };
        invocations += 1;
        const message: InvokeMessage = {
          invocation: `local-${invocations}`,
          event,
          deadline: Date.now() + timeoutMs,
        };
        worker.postMessage(message);
      }),
  };
}

function forwardLines(stream: NodeJS.ReadableStream, onLog: (line: string) => void): void {
  let unfinished = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = `${unfinished}${chunk.toString()}`.split('\n');
    unfinished = lines.pop() ?? '';
    for (const line of lines) onLog(line);
  });
  stream.on('end', () => {
    if (unfinished !== '') onLog(unfinished);
  });
}
