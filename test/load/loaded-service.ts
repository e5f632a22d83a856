import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamoDbLocal } from '../../lib/local/engines/dynamodb-local.ts';
import { findJava } from '../../lib/local/engines/java.ts';
import { JAVA_DIR } from '../support/dynamodb-local.ts';
import { startLocalService } from '../support/local-service.ts';
import { startLossyDynamoDb, type WireFault } from '../support/lossy-dynamodb.ts';
import { collectGarbage, type ThreadHeap } from './collect-garbage.ts';

/**
 * The local service as a process of its own, with its tables in files, so that its memory does not contain the data or
 * the load generator. Sends its endpoints to its parent, follows the commands of the parent, and ends with it.
 */
const FAULTS: readonly WireFault[] = ['lost', 'applied-then-broken', 'conflict'];

export interface LoadedService {
  readonly url: string;
  /** FREIGHT_LOCAL_DIR of the command line. */
  readonly dataDir: string;
}

/** What the parent can send. `faultPercent`: share of the later DynamoDB requests that fail on their way; 0 at the start. */
export type LoadCommand = 'collect' | 'stop' | { readonly faultPercent: number };

/** Answer to `collect`. */
export interface Collected {
  readonly heaps: readonly ThreadHeap[];
}

const dataDir = await mkdtemp(join(tmpdir(), 'freight-load-'));
const engine = await startDynamoDbLocal({ javaPath: await findJava({ localDir: JAVA_DIR }), dataDir });
const wire = await startLossyDynamoDb(engine.endpoint);
const service = await startLocalService({ dynamodbEndpoint: wire.endpoint, keepsLogs: false });
// Starts the functions that otherwise start when their schedules are due.
await service.runSchedules();

let faultPercent = 0;
wire.disturb(({ operation }) => {
  if (100 * Math.random() >= faultPercent) return undefined;
  const fault = FAULTS[Math.floor(Math.random() * FAULTS.length)];
  // Only transactions can conflict.
  return fault === 'conflict' && operation !== 'TransactWriteItems' ? 'lost' : fault;
});

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await service.stop();
  await wire.stop();
  await engine.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
}
async function follow(command: LoadCommand): Promise<void> {
  if (command === 'stop') return stop();
  if (command !== 'collect') {
    ({ faultPercent } = command);
    return;
  }
  const heaps = await collectGarbage();
  if (process.connected) process.send?.({ heaps } satisfies Collected);
}
process
  .on('message', follow)
  .on('disconnect', stop)
  .on('SIGTERM', stop)
  .on('SIGINT', () => undefined);
process.send?.({ url: service.url, dataDir: service.dataDir } satisfies LoadedService);
