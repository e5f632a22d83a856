import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach } from 'vitest';
import {
  createLambdaFunction,
  type LambdaFunction,
  type LambdaFunctionOptions,
} from '../../../../lib/local/lambda/lambda-function.ts';

/**
 * The bundle of most tests: records that an event `{ name }` has begun, and returns when the test opens that name. The
 * result contains the worker and the number of events of that worker.
 */
export const GATED = `
  import { appendFileSync, existsSync } from 'node:fs';
  import { setTimeout as wait } from 'node:timers/promises';
  import { threadId } from 'node:worker_threads';
  let events = 0;
  let underWay = 0;
  export const handler = async ({ name }) => {
    events += 1;
    underWay += 1;
    appendFileSync(process.env.FOLDER + '/begun', name + '\\n');
    while (!existsSync(process.env.FOLDER + '/' + name)) await wait(5);
    const atOnce = underWay;
    underWay -= 1;
    return { worker: threadId, events, atOnce };
  };
`;

/** The result of the gated bundle. */
export interface Gated {
  readonly worker: number;
  /** Number of events of its worker, including this one. */
  readonly events: number;
  /** Number of events in progress in its worker, including this one. */
  readonly atOnce: number;
}

/** Creates functions from bundles of the test; closes them and removes their files after each test. */
export function functionsUnderTest() {
  const folders: string[] = [];
  const functions: LambdaFunction[] = [];

  afterEach(async () => {
    await Promise.all(functions.splice(0).map((lambda) => lambda.close()));
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  const bundle = (source: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'freight-lambda-'));
    folders.push(folder);
    writeFileSync(join(folder, 'index.mjs'), source);
    return folder;
  };

  return {
    /** Writes a bundle; returns its folder. */
    bundle,
    /** Starts a function and collects its log; FOLDER is the folder that the bundle shares with the test. */
    start(source: string, options: Partial<LambdaFunctionOptions> = {}) {
      const folder = bundle(source);
      const logs: string[] = [];
      const lambda = createLambdaFunction({
        name: 'tested',
        bundleDir: folder,
        environment: { FOLDER: folder },
        memoryMb: 128,
        timeoutSeconds: 20,
        tracing: false,
        maxConcurrency: 2,
        clock: new SharedArrayBuffer(8),
        onLog: (line) => logs.push(line),
        ...options,
      });
      functions.push(lambda);
      return {
        lambda,
        logs,
        /** The payload returned for an event; throws for any other outcome. */
        returned: async <T>(event: unknown): Promise<T> => {
          const invocation = await lambda.invoke(event);
          if (invocation.outcome !== 'returned') throw new Error(JSON.stringify(invocation));
          return invocation.payload as T;
        },
        /** Names of the gated events that have begun, in order. */
        begun: (): string[] => {
          const file = join(folder, 'begun');
          return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
        },
        /** Lets the gated events with these names return. */
        open: (...names: string[]) => {
          for (const name of names) writeFileSync(join(folder, name), '');
        },
      };
    },
  };
}

/** Waits until the condition holds; the time limit of the test ends the wait otherwise. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(5);
}
