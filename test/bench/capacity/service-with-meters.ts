import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocal } from '../../../bin/build/assembly.ts';
import { startDynamoDbLocal } from '../../../lib/local/engines/dynamodb-local.ts';
import { findJava } from '../../../lib/local/engines/java.ts';
import { readCloudAssembly } from '../../../lib/local/template/cloud-assembly.ts';
import { changedRelease } from '../../support/changed-release.ts';
import { JAVA_DIR } from '../../support/dynamodb-local.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { functionName } from '../lambda-environments.ts';
import { type MeteredWire, startMeteredWire } from './metered-wire.ts';

/** Units, requests and runs between two observations. */
export interface Happened {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly writesBy: Readonly<Record<string, number>>;
  readonly queueRequests: number;
  readonly keyRequests: number;
  readonly logBytes: number;
  /** Milliseconds of each run, by function. */
  readonly runs: ReadonlyMap<string, readonly number[]>;
}

export interface MeteredService {
  readonly service: LocalService;
  /**
   * Waits for a quiet period, runs the task, waits again, and returns the values between: units of tables for `units`,
   * durations of runs for `times`.
   */
  observe(task: () => Promise<unknown>, what: 'units' | 'times'): Promise<Happened>;
  stop(): Promise<void>;
}

/** As in production, the sweep checks a delivery before a lost attempt is due again. */
export const RETRY_SECONDS: readonly number[] = [20, 20, 20, 20, 20];

/** Longer than an event needs from one queue to the next. */
const QUIET_MS = 400;

/** Runs of all functions, counted in their logs. */
const RAN = 'BENCH_RAN';

const timed = (name: string): string => `
import { handler as released } from './released.mjs';
export async function handler(event, context) {
  const began = performance.now();
  try {
    return await released(event, context);
  } finally {
    console.log(JSON.stringify({ code: '${RAN}', name: '${name}', ms: performance.now() - began }));
  }
}
`;

/** Creates a release of the local template whose functions log the durations of their runs. @returns their names. */
export async function timedRelease(folder: string): Promise<readonly string[]> {
  const assembly = await synthesizeLocal();
  const names = readCloudAssembly(assembly)
    .flatMap(({ template }) => Object.values(template.Resources))
    .flatMap(({ Type, Properties }) => functionName(Type, Properties) ?? []);
  await changedRelease(assembly, folder, Object.fromEntries(names.map((name) => [name, timed(name)])));
  return names;
}

/** Starts the local service with timed functions and with meters for tables, queues and keys. */
export async function startMeteredService(): Promise<MeteredService> {
  const folder = await mkdtemp(join(tmpdir(), 'freight-capacity-'));
  const started: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  const meter = async (engine: () => string): Promise<MeteredWire> => {
    const wire = await startMeteredWire(engine);
    started.push(wire.stop);
    return wire;
  };
  try {
    const assemblyDir = join(folder, 'assembly');
    await timedRelease(assemblyDir);

    const engine = await startDynamoDbLocal({ javaPath: await findJava({ localDir: JAVA_DIR }) });
    started.push(engine.stop);
    let [queuesAt, keysAt] = ['', ''];
    const tables = await meter(() => engine.endpoint);
    const queues = await meter(() => queuesAt);
    const keys = await meter(() => keysAt);
    const service = await startLocalService({
      assemblyDir,
      dynamodbEndpoint: tables.endpoint,
      externalEndpoints: { AWS_ENDPOINT_URL_SQS: queues.endpoint, AWS_ENDPOINT_URL_KMS: keys.endpoint },
      // Excludes the periodic work of each process, which is counted separately.
      settings: {
        TERMINALS_REFRESH_SECONDS: '86400',
        MARKET_REFRESH_SECONDS: '86400',
        WEBHOOK_RETRY_SCHEDULE: RETRY_SECONDS.join(','),
      },
    });
    started.push(service.stop);
    const host = JSON.parse(await readFile(join(service.dataDir, 'host.json'), 'utf8')) as {
      controlUrl: string;
    };
    [queuesAt, keysAt] = [service.sqsEndpoint, host.controlUrl];

    const quiet = async () => {
      let lines = -1;
      let since = performance.now();
      for (;;) {
        if (lines !== service.logs.length) [lines, since] = [service.logs.length, performance.now()];
        const last = Math.max(since, tables.lastAt(), queues.lastAt());
        if (performance.now() - last > QUIET_MS) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    };
    const countOf = (requests: Readonly<Record<string, number>>) =>
      Object.values(requests).reduce((sum, count) => sum + count, 0);
    const look = () => ({
      tables: tables.total(),
      queueRequests: countOf(queues.total().requests),
      keyRequests: countOf(keys.total().requests),
      lines: service.logs.length,
    });

    return {
      service,
      stop,
      async observe(task, what) {
        await quiet();
        tables.meter(what === 'units');
        const before = look();
        await task();
        await quiet();
        const after = look();
        const lines = service.logs.slice(before.lines, after.lines);
        const runs = new Map<string, number[]>();
        let logBytes = 0;
        for (const line of lines) {
          if (!line.includes(RAN)) {
            logBytes += Buffer.byteLength(line) + 1;
            continue;
          }
          const { name, ms } = JSON.parse(line) as { name: string; ms: number };
          runs.set(name, [...(runs.get(name) ?? []), ms]);
        }
        return {
          readUnits: after.tables.readUnits - before.tables.readUnits,
          writeUnits: after.tables.writeUnits - before.tables.writeUnits,
          writesBy: Object.fromEntries(
            Object.entries(after.tables.writesBy).map(([place, units]) => [
              place,
              units - (before.tables.writesBy[place] ?? 0),
            ]),
          ),
          queueRequests: after.queueRequests - before.queueRequests,
          keyRequests: after.keyRequests - before.keyRequests,
          logBytes,
          runs,
        };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
