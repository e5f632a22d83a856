import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../lib/local/engines/supervised-child.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { installPythonPackages } from './install-python-packages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VENV = `${ROOT}.local/emulator`;
const READY_WITHIN_MS = 30_000;

/** An AWS emulator on loopback, with temporary folders. */
export interface Emulator {
  readonly endpoint: string;
  /** Environment variables for the AWS SDK, the CDK and the command line. */
  readonly environment: Readonly<Record<string, string>>;
  /** Scratch folder, removed on stop. */
  readonly folder: string;
  stop(): Promise<void>;
}

/**
 * Installs and starts the emulator, and waits until it answers.
 * @param openSearch host and port of the node that replaces every search domain.
 */
export async function startEmulator(openSearch?: string): Promise<Emulator> {
  await installPythonPackages({
    name: 'the AWS emulator',
    requirements: `${ROOT}bin/emulator/requirements.txt`,
    venv: VENV,
  });
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'freight-emulator-'));
  const endpoint = `http://127.0.0.1:${port}`;
  let output = '';
  const child = spawn(`${VENV}/bin/ministack`, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      // The emulator runs functions with the first node on the PATH: Node 24, as deployed.
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      TMPDIR: folder,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      LAMBDA_EXECUTOR: 'local',
      SFTP_ENABLED: '0',
      IOT_MTLS_ENABLED: '0',
      ...(openSearch === undefined ? {} : { MINISTACK_OPENSEARCH_ENDPOINT: openSearch }),
    },
  });
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(forced);
    await rm(folder, { recursive: true, force: true });
  };

  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answers(`${endpoint}/_ministack/health`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new LocalSetupError(`The emulator did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    endpoint,
    folder,
    stop,
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
