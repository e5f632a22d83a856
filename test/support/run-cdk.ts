import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CDK = fileURLToPath(new URL('../../node_modules/.bin/cdk', import.meta.url));

export interface CdkRun {
  readonly code: number;
  readonly output: string;
}

/** Runs the CDK command line on all stacks of an assembly. */
export function runCdk(command: string, assembly: string, ...flags: string[]): Promise<CdkRun> {
  return executeCdk(command, '--all', '--app', assembly, ...flags);
}

/** @throws Error with the output of a failed deployment. */
export async function deployAssembly(assembly: string): Promise<void> {
  const { code, output } = await runCdk('deploy', assembly, '--require-approval', 'never');
  if (code !== 0) throw new Error(output);
}

/** Synthesizes the app with options (`-c`) to a folder. @throws Error with the output of a failed synthesis. */
export async function synthesizeTo(folder: string, ...options: string[]): Promise<void> {
  const context = options.flatMap((option) => ['-c', option]);
  const { code, output } = await executeCdk('synth', '--quiet', ...context, '--output', folder);
  if (code !== 0) throw new Error(output);
}

/** Runs the CDK command line. */
export function executeCdk(...args: string[]): Promise<CdkRun> {
  return new Promise((resolve) => {
    execFile(
      CDK,
      [...args, '--no-notices', '--ci'],
      // The environment of the test, in which it can change variables.
      { maxBuffer: 16 * 1024 * 1024, env: process.env },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
      },
    );
  });
}
