import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CommandFailedError } from '../failures/command-errors.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CDK = `${ROOT}node_modules/aws-cdk/bin/cdk`;

/**
 * Runs the CDK CLI in this project; its output goes to standard error.
 * @throws CommandFailedError if it fails.
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
    `cdk ${args[0]} failed; see its output above. Fix the cause and run the command again; completed steps are kept.`,
  );
}
