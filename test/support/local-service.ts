import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { startLocalHost } from '../../lib/local/host.ts';
import { JAVA_DIR } from './dynamodb-local.ts';
import { freightCommand } from './freight-command.ts';
import { type ServiceUnderTest, send } from './service-under-test.ts';

export interface LocalService extends ServiceUnderTest {
  /** Lines that functions and the gateway logged. */
  readonly logs: readonly string[];
}

/** The whole service through the local host, with no data kept. */
export async function startLocalService(): Promise<LocalService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'freight-test-'));
  const logs: string[] = [];
  const shared = process.env.TEST_DYNAMODB_ENDPOINT;
  const host = await startLocalHost({
    assemblyDir: await synthesizeLocal(),
    dataDir,
    javaDir: JAVA_DIR,
    ephemeral: true,
    port: 0,
    ...(shared === undefined ? {} : { dynamodbEndpoint: shared }),
    onLog: (line) => logs.push(line),
  });
  return {
    name: 'the local host',
    missing: [],
    logs,
    call: (method, path, call) => send(host.url, method, path, call),
    freight: (...args) => freightCommand(args, { FREIGHT_LOCAL_DIR: dataDir }),
    stop: async () => {
      await host.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
