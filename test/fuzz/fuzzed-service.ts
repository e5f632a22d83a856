import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { freightCommand } from '../support/freight-command.ts';
import { createOrganization, type TestOrganization } from '../support/service-under-test.ts';
import { createStoredResources, type StoredResources } from './stored-resources.ts';

const START = fileURLToPath(new URL('../../bin/local.ts', import.meta.url));
const STARTED = /is running at (http:\S+) .*Ctrl-C stops/s;
const START_MS = 180_000;
const STOP_MS = 30_000;
/** Limits that no run reaches. */
const UNLIMITED = [
  ...['--plan', 'enterprise', '--requests-per-minute', '600000'],
  ...['--usage-limit', '1000000000'],
];

export interface FuzzedService {
  readonly url: string;
  /** Two organizations; their limits do not limit the run. */
  readonly organizations: readonly [TestOrganization, TestOrganization];
  /** Receiver of webhooks, which accepts every call. */
  readonly receiverUrl: string;
  /** Of the first organization. */
  readonly stored: StoredResources;
  /** File with the access log and the logs of functions. */
  readonly log: string;
  stop(): Promise<void>;
}

/**
 * Starts `npm start -- --ephemeral` as a process of its own, with its data and its log in a folder.
 * @throws LocalSetupError with its output if it does not start.
 */
export async function startFuzzedService(folder: string): Promise<FuzzedService> {
  const log = join(folder, 'service.log');
  const file = await open(log, 'w');
  const child = spawn(process.execPath, [START, '--ephemeral', '--no-demo'], {
    stdio: ['ignore', file.fd, file.fd],
    env: { ...process.env, FREIGHT_LOCAL_DIR: join(folder, 'data'), PORT: '0' },
  });
  const ended = once(child, 'exit');
  // A signal to this process alone must not leave the service behind.
  const end = () => child.kill('SIGTERM');
  process.on('SIGINT', end).on('SIGTERM', end);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  const stop = async (): Promise<void> => {
    receiver.close();
    receiver.closeAllConnections();
    process.off('SIGINT', end).off('SIGTERM', end);
    if (isRunning()) end();
    const killed = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(killed);
    await file.close();
  };
  try {
    const url = await startedAt(log, isRunning);
    const organizations = await createOrganizations(join(folder, 'data'));
    const { port } = receiver.address() as AddressInfo;
    const receiverUrl = `http://127.0.0.1:${port}`;
    const stored = await createStoredResources(url, organizations[0], receiverUrl);
    return { url, organizations, receiverUrl, stored, log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startedAt(log: string, isRunning: () => boolean): Promise<string> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const text = await readFile(log, 'utf8');
    const [, url] = STARTED.exec(text) ?? [];
    if (url !== undefined) return url;
    if (!isRunning() || Date.now() > deadline) {
      throw new LocalSetupError(`The service did not start:\n${text}`);
    }
    await wait(200);
  }
}

async function createOrganizations(dataDir: string): Promise<FuzzedService['organizations']> {
  const freight = <T>(...args: string[]) => freightCommand<T>(args, { FREIGHT_LOCAL_DIR: dataDir });
  const create = () => createOrganization({ freight }, ...UNLIMITED);
  return [await create(), await create()];
}
