import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const APP = fileURLToPath(new URL('../../bin/app.ts', import.meta.url));

/** Account of the deployment that `runApp` requests. */
export const ACCOUNT = '123456789012';

export interface AppRun {
  /** Folder of the assembly and of the operator settings, `settings.json`; those of the repository belong to an operator. */
  readonly folder: string;
  /** URL of the server that answers in place of AWS. */
  readonly endpoint: string;
  /** Context options (`-c`), with the environment. */
  readonly context: Readonly<Record<string, string>>;
  /** Environment variables that replace those of the run; undefined removes one. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the app as the CDK command line runs it for a deployment.
 * @returns the error output, the files of the assembly, and whether the app failed.
 */
export async function runApp({ folder, endpoint, context, variables = {} }: AppRun) {
  const output = join(folder, 'cdk.out');
  const run = promisify(execFile)(process.execPath, [APP], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CDK_OUTDIR: output,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:bundling-stacks': ['**'] }),
      CDK_DEFAULT_ACCOUNT: ACCOUNT,
      CDK_DEFAULT_REGION: 'us-east-1',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_ENDPOINT_URL: endpoint,
      OPERATOR_SETTINGS_FILE: join(folder, 'settings.json'),
      ...variables,
    },
  });
  const { stderr, failed } = await run.then(
    (done) => ({ stderr: done.stderr, failed: false }),
    (error: { stderr: string }) => ({ stderr: error.stderr, failed: true }),
  );
  return { said: stderr.trim(), left: await readdir(output).catch((): string[] => []), failed };
}
