import { join } from 'node:path';
import { type FunctionWorker, type Invocation, startFunctionWorker } from './function-worker.ts';
import { runtimeEnvironment } from './runtime-environment.ts';

/** Events that wait for a free worker before the function is throttled. */
const MAX_WAITING = 5_000;

/** What the template says of a function. */
export interface LambdaFunctionSettings {
  /** Folder with index.mjs. */
  readonly bundleDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

export interface LambdaFunctionOptions extends LambdaFunctionSettings {
  readonly name: string;
  /** Workers at once; each runs one event at a time. */
  readonly maxConcurrency: number;
  /** The host's clock, as workers read it. */
  readonly clock: SharedArrayBuffer;
  /** Folder for a record of the rights that it uses. */
  readonly recordCallsIn?: string;
  readonly onLog: (line: string) => void;
}

/** A Lambda function on this machine. */
export interface LambdaFunction {
  invoke(event: unknown): Promise<Invocation>;
  /** Makes a worker ready, so that the first caller does not wait for it. */
  warm(): void;
  /** Takes another bundle or other settings from the next event on; what runs is finished by the old ones. */
  reload(changed: Partial<LambdaFunctionSettings>): Promise<void>;
  /** Ends every worker at once, as when Lambda takes a machine away; the next event gets a new one. */
  crash(): Promise<void>;
  /** Ends every worker; events under way and waiting are answered `crashed`. */
  close(): Promise<void>;
}

/** Runs a function's bundle in worker threads that are kept warm, grown up to a limit, and replaced when they die. */
export function createLambdaFunction(options: LambdaFunctionOptions): LambdaFunction {
  const { name, maxConcurrency, clock, recordCallsIn, onLog } = options;
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
      environment: { ...runtimeEnvironment(name, memoryMb, bundleDir), ...environment },
      onLog,
    });
  };

  const takeIdle = (): FunctionWorker => {
    for (let worker = idle.pop(); worker; worker = idle.pop()) if (worker.alive()) return worker;
    return start();
  };

  const runOn = async (worker: FunctionWorker, event: string): Promise<Invocation> => {
    const bornIn = generation;
    busy.add(worker);
    try {
      return await worker.run(event, settings.timeoutSeconds * 1000);
    } finally {
      busy.delete(worker);
      if (worker.alive() && bornIn === generation && !closed) idle.push(worker);
      else void worker.end();
    }
  };

  /** False when too many wait already. */
  const takePlace = async (): Promise<boolean> => {
    if (running < maxConcurrency) {
      running += 1;
      return true;
    }
    if (waiting.length >= MAX_WAITING) return false;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return true;
  };
  const leavePlace = () => {
    const next = waiting.shift();
    // The place is handed over, so that no later event can slip in between.
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    invoke: async (event) => {
      const text = JSON.stringify(event);
      if (!(await takePlace())) return { outcome: 'throttled' };
      try {
        if (closed) return { outcome: 'crashed', detail: 'the service is stopping' };
        return await runOn(takeIdle(), text);
      } finally {
        leavePlace();
      }
    },
    warm: () => {
      if (idle.length === 0 && busy.size === 0) idle.push(start());
    },
    reload: async (changed) => {
      settings = { ...settings, ...changed };
      generation += 1;
      const old = idle;
      idle = old.length === 0 ? [] : [start()];
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
