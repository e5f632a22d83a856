import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LocalSetupError } from '../lib/local/local-setup-error.ts';
import { isListening } from './app/is-listening.ts';
import { type Emulator, startEmulator } from './emulator/start-emulator.ts';

/**
 * `npm run emulator` starts a local AWS emulator, bootstrapped for the CDK, to deploy, operate and tear down without an
 * AWS account. All deployed resources are lost when it stops.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const VARIABLES = '.local/emulator/environment';

/**
 * Bootstraps the emulator. Runs in its folder, since next to cdk.json the CDK would synthesize the app.
 * @throws LocalSetupError with the output of the CDK.
 */
async function bootstrap({ folder, environment }: Emulator): Promise<void> {
  const args = ['bootstrap', 'aws://000000000000/us-east-1', '--no-notices', '--ci'];
  const child = spawn(`${ROOT}node_modules/.bin/cdk`, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new LocalSetupError(`The bootstrap of the emulator failed:\n${output}`);
}

/** Shell commands that set the variables of the emulator, and unset AWS account variables of the shell. */
const exportsOf = (environment: Emulator['environment']): string =>
  [
    'unset AWS_PROFILE AWS_SESSION_TOKEN',
    ...Object.entries(environment).map(([name, value]) => `export ${name}=${value}`),
    '',
  ].join('\n');

const instructions = (
  endpoint: string,
): string => `The AWS emulator runs at ${endpoint}. Ctrl-C stops it. In another terminal:

  . ${VARIABLES}
  npm run -s cdk -- deploy --all -c environment=emulator --require-approval never
  npm run -s freight -- org create --name Acme --environment emulator
`;

/** @throws LocalSetupError if another emulator runs: this one would overwrite its variables. */
async function rejectSecondEmulator(): Promise<void> {
  const text = await readFile(`${ROOT}${VARIABLES}`, 'utf8').catch(() => '');
  const [, endpoint] = /AWS_ENDPOINT_URL=(\S+)/.exec(text) ?? [];
  if (endpoint !== undefined && (await isListening(endpoint))) {
    throw new LocalSetupError(`An emulator is already running at ${endpoint}: stop it first.`);
  }
}

async function main(): Promise<void> {
  await rejectSecondEmulator();
  const stopped = new Promise<void>((resolve) => {
    // Not `once`: npm forwards a Ctrl-C that this process has already received.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
  });
  const emulator = await startEmulator();
  try {
    await bootstrap(emulator);
    await writeFile(`${ROOT}${VARIABLES}`, exportsOf(emulator.environment));
    console.log(instructions(emulator.endpoint));
    await stopped;
  } finally {
    await rm(`${ROOT}${VARIABLES}`, { force: true });
    await emulator.stop();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof LocalSetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
