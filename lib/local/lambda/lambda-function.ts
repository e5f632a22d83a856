import { join } from 'node:path';
import { type FunctionWorker, type Invocation, startFunctionWorker } from './function-worker.ts';
import { runtimeEnvironment } from './runtime-environment.ts';

/** Events that wait for a free worker before the function is throttled. */
const MAX_WAITING = 5_000;

export interface LambdaFunctionOptions {
  readonly name: string;
  /** Folder with index.mjs. */
  readonly bundleDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Workers at once; each runs one event at a time. */
  readonly maxConcurrency: number;
  readonly onLog: (line: string) => void;
}

/** A Lambda function on this machine. */
export interface LambdaFunction {
  invoke(event: unknown): Promise<Invocation>;
  /** Makes a worker ready, so that the first caller does not wait for it. */
  warm(): void;
  /** Takes the bundle of another folder from the next event on; what runs is finished by the old one. */
  reload(bundleDir: string): Promise<void>;
  close(): Promise<void>;
}

/** Runs a function's bundle in worker threads that are kept warm, grown up to a limit, and replaced when they die. */
export function createLambdaFunction(options: LambdaFunctionOptions): LambdaFunction {
  const timeoutMs = options.timeoutSeconds * 1000;
  let { bundleDir } = options;
  let idle: FunctionWorker[] = [];
  const busy = new Set<FunctionWorker>();
  const waiting: (() => void)[] = [];
  let generation = 0;
  let closed = false;

  const start = (): FunctionWorker =>
    startFunctionWorker({
      bundle: join(bundleDir, 'index.mjs'),
      exportName: 'handler',
      functionName: options.name,
      memoryMb: options.memoryMb,
      environment: {
        ...runtimeEnvironment(options.name, options.memoryMb, bundleDir),
        ...options.environment,
      },
      onLog: options.onLog,
    });

  const takeIdle = (): FunctionWorker => {
    for (let worker = idle.pop(); worker; worker = idle.pop()) if (worker.alive()) return worker;
    return start();
  };

  const runOn = async (worker: FunctionWorker, event: string): Promise<Invocation> => {
    const bornIn = generation;
    busy.add(worker);
    try {
      return await worker.run(event, timeoutMs);
    } finally {
      busy.delete(worker);
      if (!worker.alive()) void worker.end();
      else if (bornIn === generation && !closed) idle.push(worker);
      else void worker.end();
      waiting.shift()?.();
    }
  };

  return {
    invoke: async (event) => {
      const text = JSON.stringify(event);
      if (busy.size >= options.maxConcurrency) {
        if (waiting.length >= MAX_WAITING) return { outcome: 'throttled' };
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      if (closed) return { outcome: 'crashed', detail: 'the service is stopping' };
      return runOn(takeIdle(), text);
    },
    warm: () => {
      if (idle.length === 0 && busy.size === 0) idle.push(start());
    },
    reload: async (folder) => {
      bundleDir = folder;
      generation += 1;
      const old = idle;
      idle = [];
      await Promise.all(old.map((worker) => worker.end()));
    },
    close: async () => {
      closed = true;
      const all = [...idle, ...busy];
      idle = [];
      for (const wake of waiting.splice(0)) wake();
      await Promise.all(all.map((worker) => worker.end()));
    },
  };
}
