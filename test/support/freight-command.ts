import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const FREIGHT = fileURLToPath(new URL('../../bin/freight.ts', import.meta.url));

/**
 * Runs the operator's command line in a process of its own and parses what it prints.
 * @throws Error with its standard error when it exits with anything but 0.
 */
export async function freightCommand<T>(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [FREIGHT, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  return JSON.parse(stdout) as T;
}
