import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connect } from '../../bin/freight/connection/connection.ts';
import { runFreight } from '../../bin/freight/program.ts';

const FREIGHT = fileURLToPath(new URL('../../bin/freight.ts', import.meta.url));

type Environment = Readonly<Record<string, string | undefined>>;

const run = (args: readonly string[], environment: Environment) =>
  promisify(execFile)(process.execPath, [FREIGHT, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });

/**
 * Runs the operator's command line in a separate process and parses the JSON that it prints. A partly rejected result
 * (exit code 1, error "partial_failure") is returned; it contains the number of rejected items.
 * @throws Error with its standard error for any other exit code than 0.
 */
export async function freightCommand<T>(args: readonly string[], environment: Environment): Promise<T> {
  const stdout = await run(args, environment).then(
    (ended) => ended.stdout,
    (error: unknown) => {
      if (isPartialFailure(error)) return error.stdout;
      throw error;
    },
  );
  return JSON.parse(stdout) as T;
}

const isPartialFailure = (error: unknown): error is { readonly stdout: string } =>
  Object(error).code === 1 && String(Object(error).stderr).includes('{"error":{"code":"partial_failure"');

/**
 * Like `freightCommand` for the local service with its data in a folder, but in this process, which takes a fraction of
 * the time.
 */
export async function freightInProcess<T>(args: readonly string[], dataDir: string): Promise<T> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runFreight(args, {
    print: (line) => out.push(line),
    printError: (line) => err.push(line),
    connect: connectIn(dataDir),
    pause: (ms) => wait(ms),
    interrupted: () => new Promise(() => {}),
  });
  const stderr = err.join('\n');
  if (code !== 0 && !isPartialFailure({ code, stderr, stdout: '' })) {
    throw new Error(`freight ${args.join(' ')} ended with ${code}: ${stderr}`);
  }
  return JSON.parse(out.join('\n')) as T;
}

/** Connects to the local service with its data in a folder. */
export const connectIn =
  (dataDir: string): typeof connect =>
  (...args) => {
    const before = process.env.FREIGHT_LOCAL_DIR;
    process.env.FREIGHT_LOCAL_DIR = dataDir;
    try {
      // Reads the variable before it waits for anything.
      return connect(...args);
    } finally {
      if (before === undefined) delete process.env.FREIGHT_LOCAL_DIR;
      else process.env.FREIGHT_LOCAL_DIR = before;
    }
  };
