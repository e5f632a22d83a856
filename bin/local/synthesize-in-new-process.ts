import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';

const SYNTHESIZE = fileURLToPath(new URL('../build/synthesize-local.ts', import.meta.url));

/**
 * The cloud assembly of the current sources. In a new process, since this one has loaded older sources, and would keep
 * the memory of the CDK and the compiler.
 * @throws LocalSetupError with the output of the compiler or the CDK.
 */
export async function synthesizeInNewProcess(opensearch: boolean): Promise<string> {
  try {
    const args = [SYNTHESIZE, ...(opensearch ? ['--opensearch'] : [])];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return stdout.trim().split('\n').at(-1) ?? '';
  } catch (error) {
    throw new LocalSetupError(String(Object(error).stderr).trim());
  }
}
