import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';

export interface PythonPackages {
  /** In messages: "the AWS emulator". */
  readonly name: string;
  /** A requirements.txt with the hash of each file. */
  readonly requirements: string;
  /** Folder of the virtual environment, inside the project. */
  readonly venv: string;
  /** Oldest version of Python 3 that the packages support. */
  readonly python?: string;
}

/**
 * Installs pinned Python packages to a virtual environment, once for each content of the requirements.
 * @throws LocalSetupError if Python 3 with venv or the package index is missing.
 */
export async function installPythonPackages({
  name,
  requirements,
  venv,
  python = '3.10',
}: PythonPackages): Promise<void> {
  const stamp = `${venv}/.installed`;
  const wanted = await readFile(requirements, 'utf8');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return;
  console.log(`Installing ${name} into ${venv} (once) ...`);
  await rm(venv, { recursive: true, force: true });
  await mkdir(venv, { recursive: true });
  const execute = promisify(execFile);
  try {
    await execute('python3', ['-m', 'venv', venv]);
  } catch (error) {
    throw new LocalSetupError(
      `Python ${python} or newer with the venv module is required for ${name}: ${String(error)}`,
    );
  }
  // Only wheels: building a source package would run build requirements without hashes.
  const args = ['install', '--quiet', '--require-hashes', '--only-binary', ':all:', '--requirement'];
  try {
    await execute(`${venv}/bin/pip`, [...args, requirements]);
  } catch (error) {
    throw new LocalSetupError(`pip could not install ${name} of ${requirements}: ${String(error)}`);
  }
  await writeFile(stamp, wanted);
}
