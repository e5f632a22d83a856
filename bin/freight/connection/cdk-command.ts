import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CommandFailedError } from '../failures/command-errors.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CDK = `${ROOT}node_modules/aws-cdk/bin/cdk`;

/**
 * Runs the CDK's command line in this project, its words on standard error.
 * @throws CommandFailedError where it fails.
 */
export async function cdk(...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [CDK, ...args, '--no-notices', '--ci'], {
    cwd: ROOT,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const stop = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on('SIGTERM', stop);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  process.off('SIGTERM', stop);
  if (code === 0) return;
  throw new CommandFailedError(
    `cdk ${args[0]} has failed; what it says above tells why. When that is mended, run the same command again: what is done stays done.`,
  );
}
