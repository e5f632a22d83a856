import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** One JSON file a run of tests, which the continuous integration counts up. */
const RESULTS_DIR = `${ROOT}.test-results`;
/** What functions of the local host ask of AWS while the suites run. */
export const CALLS_DIR = `${ROOT}dist/aws-calls`;
/** The same, with a search node. */
export const SEARCH_CALLS_DIR = `${ROOT}dist/aws-calls-opensearch`;

/** Length of the end of the standard error that a failure repeats. */
const REASON_CHARACTERS = 2_000;

/** A step failed; its output has the reason. */
export class TestFailure extends Error {
  /** End of the standard error of the step. */
  readonly reason: string;
  constructor(message: string, reason = '') {
    super(message);
    this.reason = reason;
  }
}

/**
 * Runs a command of node_modules/.bin, or this Node, with the terminal's output.
 * @throws TestFailure when it exits with anything but 0.
 */
export async function run(
  name: string,
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const started = performance.now();
  const program = command === 'node' ? process.execPath : `${ROOT}node_modules/.bin/${command}`;
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let reason = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    reason = (reason + text).slice(-REASON_CHARACTERS);
  });
  const stop = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (code !== 0) throw new TestFailure(`✗ ${name} failed`, reason);
  console.log(`✓ ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

/**
 * Runs projects of test/jest.config.mjs and leaves their counts in .test-results/<name>.json.
 * @param args patterns of paths, and options of Jest.
 */
export async function runTests(
  name: string,
  projects: readonly string[],
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  mkdirSync(RESULTS_DIR, { recursive: true });
  const jest = [
    ...[
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      `${ROOT}node_modules/jest/bin/jest.js`,
    ],
    ...[
      '--config',
      `${ROOT}test/jest.config.mjs`,
      '--silent',
      '--json',
      `--outputFile=${RESULTS_DIR}/${name}.json`,
    ],
    // Before the list of projects, which would take patterns as names.
    ...args,
    ...['--selectProjects', ...projects],
  ];
  await run(name, 'node', jest, environment);
}

/** Waits until both have ended, and then fails if one failed. */
export async function bothOf(...both: readonly [Promise<void>, Promise<void>]): Promise<void> {
  for (const one of await Promise.allSettled(both)) if (one.status === 'rejected') throw one.reason;
}

/** Runs a suite; prints an expected failure in one line, and sets the exit code. */
export async function runSuite(suite: () => Promise<void>): Promise<void> {
  try {
    await suite();
  } catch (error) {
    if (!(error instanceof TestFailure || error instanceof LocalSetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
