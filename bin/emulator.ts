import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LocalSetupError } from '../lib/local/local-setup-error.ts';
import { isListening } from './app/is-listening.ts';
import { type Emulator, startEmulator } from './emulator/start-emulator.ts';

/**
 * `npm run emulator`: an emulator of AWS on this machine, bootstrapped for the CDK, until it is stopped: to deploy,
 * operate and tear down without an account. What is deployed to it goes with it.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const VARIABLES = '.local/emulator/environment';

/**
 * Bootstraps it from its own folder: beside cdk.json the CDK would synthesize the app for it.
 * @throws LocalSetupError with what the CDK said.
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
  if (code !== 0) throw new LocalSetupError(`The emulator could not be bootstrapped:\n${output}`);
}

/** Nothing of an account that the shell may know is left beside the variables that point at the emulator. */
const exportsOf = (environment: Emulator['environment']): string =>
  [
    'unset AWS_PROFILE AWS_SESSION_TOKEN',
    ...Object.entries(environment).map(([name, value]) => `export ${name}=${value}`),
    '',
  ].join('\n');

const greeting = (
  endpoint: string,
): string => `AWS is emulated at ${endpoint} until Ctrl-C. In another terminal:

  . ${VARIABLES}
  npm run -s cdk -- deploy --all -c environment=emulator --require-approval never
  npm run -s freight -- org create --name Acme --environment emulator
`;

/** @throws LocalSetupError where another one runs, whose variables this one would take away. */
async function refuseSecond(): Promise<void> {
  const said = await readFile(`${ROOT}${VARIABLES}`, 'utf8').catch(() => '');
  const [, endpoint] = /AWS_ENDPOINT_URL=(\S+)/.exec(said) ?? [];
  if (endpoint !== undefined && (await isListening(endpoint))) {
    throw new LocalSetupError(`An emulator runs already at ${endpoint}: stop it first.`);
  }
}

async function main(): Promise<void> {
  await refuseSecond();
  const stopped = new Promise<void>((resolve) => {
    // Not once: npm passes on a Ctrl-C that has reached this process already.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
  });
  const emulator = await startEmulator();
  try {
    await bootstrap(emulator);
    await writeFile(`${ROOT}${VARIABLES}`, exportsOf(emulator.environment));
    console.log(greeting(emulator.endpoint));
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
