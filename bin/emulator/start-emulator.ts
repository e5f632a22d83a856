import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../lib/local/engines/free-port.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REQUIREMENTS = `${ROOT}bin/emulator/requirements.txt`;
/** Only wheels: building a source package would run build requirements without hashes. */
const INSTALL = [
  ...['install', '--quiet', '--require-hashes', '--only-binary', ':all:'],
  '--requirement',
  REQUIREMENTS,
];
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
 * Installs the pinned emulator to .local/emulator, once.
 * @throws LocalSetupError if Python 3 with venv or the package index is missing.
 */
async function install(): Promise<void> {
  const stamp = `${VENV}/.installed`;
  const wanted = await readFile(REQUIREMENTS, 'utf8');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return;
  console.log('Installing the AWS emulator into .local/emulator (once) ...');
  await rm(VENV, { recursive: true, force: true });
  await mkdir(VENV, { recursive: true });
  const execute = promisify(execFile);
  try {
    await execute('python3', ['-m', 'venv', VENV]);
  } catch (error) {
    throw new LocalSetupError(
      `The AWS emulator needs Python 3.10 or newer with the venv module: ${String(error)}`,
    );
  }
  try {
    await execute(`${VENV}/bin/pip`, INSTALL);
  } catch (error) {
    throw new LocalSetupError(
      `pip could not install the emulator of bin/emulator/requirements.txt: ${String(error)}`,
    );
  }
  await writeFile(stamp, wanted);
}

/**
 * Installs and starts the emulator, and waits until it answers.
 * @param openSearch host and port of the node that replaces every search domain.
 */
export async function startEmulator(openSearch?: string): Promise<Emulator> {
  await install();
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
