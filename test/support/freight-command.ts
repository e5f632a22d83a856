import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const FREIGHT = fileURLToPath(new URL('../../bin/freight.ts', import.meta.url));

type Environment = Readonly<Record<string, string | undefined>>;

const run = (args: readonly string[], environment: Environment) =>
  promisify(execFile)(process.execPath, [FREIGHT, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });

/**
 * Runs the operator's command line in a process of its own and parses what it prints.
 * @throws Error with its standard error when it exits with anything but 0.
 */
export async function freightCommand<T>(args: readonly string[], environment: Environment): Promise<T> {
  return JSON.parse((await run(args, environment)).stdout) as T;
}

/** The same for people: the lines that it prints, and those of its standard error. */
export async function freightLines(args: readonly string[], environment: Environment) {
  const { stdout, stderr } = await run(args, environment);
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
  return { out: linesOf(stdout), err: linesOf(stderr) };
}
