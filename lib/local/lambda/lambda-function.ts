import { join } from 'node:path';
import { type FunctionWorker, type Invocation, startFunctionWorker } from './function-worker.ts';
import type { InvocationStart } from './messages.ts';
import { runtimeEnvironment } from './runtime-environment.ts';

/** Events that can wait for a free worker; more are throttled. */
const MAX_WAITING = 5_000;

/** Settings of a function in the template. */
export interface LambdaFunctionSettings {
  /** Folder with index.mjs. */
  readonly bundleDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

export interface LambdaFunctionOptions extends LambdaFunctionSettings {
  readonly name: string;
  /** Concurrent workers; each runs one event at a time. */
  readonly maxConcurrency: number;
  /** Clock offset of the host, shared with workers. */
  readonly clock: SharedArrayBuffer;
  /** Folder for a record of the rights that the function uses. */
  readonly recordCallsIn?: string;
  /** Called before a worker gets an event. */
  readonly onInvocation?: (start: InvocationStart) => void;
  readonly onLog: (line: string) => void;
}

/** A local Lambda function. */
export interface LambdaFunction {
  invoke(event: unknown): Promise<Invocation>;
  /** Uses another bundle or other settings from the next event on; running events finish with the old ones. */
  reload(changed: Partial<LambdaFunctionSettings>): Promise<void>;
  /** Kills all workers, as if Lambda lost the machine; the next event gets a new worker. */
  crash(): Promise<void>;
  /** Ends all workers; running and waiting events end as `crashed`. */
  close(): Promise<void>;
}

/**
 * Runs a bundle in a pool of worker threads with a size limit. A worker starts with the first event that finds none
 * free, as on AWS; dead workers are replaced.
 */
export function createLambdaFunction(options: LambdaFunctionOptions): LambdaFunction {
  const { name, maxConcurrency, clock, recordCallsIn, onInvocation, onLog } = options;
  let settings: LambdaFunctionSettings = options;
  let idle: FunctionWorker[] = [];
  const busy = new Set<FunctionWorker>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let generation = 0;
  let closed = false;

  const start = (): FunctionWorker => {
    const { bundleDir, environment, memoryMb } = settings;
    return startFunctionWorker({
      bundle: join(bundleDir, 'index.mjs'),
      exportName: 'handler',
      functionName: name,
      memoryMb,
      clock,
      ...(recordCallsIn === undefined ? {} : { recordCallsIn }),
      ...(onInvocation === undefined ? {} : { onInvocation }),
      environment: { ...runtimeEnvironment(name, memoryMb, bundleDir), ...environment },
      onLog,
    });
  };

  const takeIdle = (): FunctionWorker => {
    for (let worker = idle.pop(); worker; worker = idle.pop()) if (worker.alive()) return worker;
    return start();
  };

  const runOn = async (worker: FunctionWorker, event: string): Promise<Invocation> => {
    const startGeneration = generation;
    busy.add(worker);
    try {
      return await worker.run(event, settings.timeoutSeconds * 1000);
    } finally {
      busy.delete(worker);
      if (worker.alive() && startGeneration === generation && !closed) idle.push(worker);
      else void worker.end();
    }
  };

  /** False if too many events wait. */
  const acquireSlot = async (): Promise<boolean> => {
    if (running < maxConcurrency) {
      running += 1;
      return true;
    }
    if (waiting.length >= MAX_WAITING) return false;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return true;
  };
  const releaseSlot = () => {
    const next = waiting.shift();
    // Passes the slot to the next waiting event, so that no later event can take it.
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    invoke: async (event) => {
      const text = JSON.stringify(event);
      if (!(await acquireSlot())) return { outcome: 'throttled' };
      try {
        if (closed) return { outcome: 'crashed', detail: 'the service is stopping' };
        return await runOn(takeIdle(), text);
      } finally {
        releaseSlot();
      }
    },
    reload: async (changed) => {
      settings = { ...settings, ...changed };
      generation += 1;
      const old = idle;
      idle = [];
      await Promise.all(old.map((worker) => worker.end()));
    },
    crash: async () => {
      const all = [...idle, ...busy];
      idle = [];
      await Promise.all(all.map((worker) => worker.end()));
    },
    close: async () => {
      closed = true;
      const all = [...idle, ...busy];
      idle = [];
      await Promise.all(all.map((worker) => worker.end()));
    },
  };
}
