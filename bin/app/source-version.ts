import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What a deployment consists of. Other changes, such as documents and tests, publish no new versions. */
const DEPLOYED_SOURCES = [
  'functions',
  'lib',
  'openapi.json',
  'docs/glossary.md',
  'shared',
  'bin/build',
  'package-lock.json',
];

/**
 * The commit of the last change of the deployed sources, as 12 hexadecimal digits. `-modified` follows if the working copy
 * has other changes of them. `unknown` without a Git repository, such as in a source archive.
 */
export async function sourceVersion(folder = ROOT): Promise<string> {
  const git = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)('git', [...args, '--', ...DEPLOYED_SOURCES], {
      cwd: folder,
    });
    return stdout.trim();
  };
  try {
    const [commit, changes] = await Promise.all([
      git('log', '-1', '--format=%H'),
      git('status', '--porcelain', '--untracked-files=all'),
    ]);
    if (commit === '') return 'unknown';
    return `${commit.slice(0, 12)}${changes === '' ? '' : '-modified'}`;
  } catch {
    return 'unknown';
  }
}
