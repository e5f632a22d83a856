import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const GITHUB = fileURLToPath(new URL('../../.github/', import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-workflows-'));
  await cp(GITHUB, join(folder, '.github'), { recursive: true });
  // actionlint reads the workflows that a workflow calls from the root of the repository.
  await promisify(execFile)('git', ['init', '--quiet'], { cwd: folder });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Output of actionlint on all workflows; empty if it finds nothing. */
async function lint(): Promise<string> {
  const program = join(process.env.TEMPLATE_TOOLS ?? '', 'actionlint');
  // Tools that a machine may have or lack do not change the findings.
  const args = ['-no-color', '-shellcheck=', '-pyflakes='];
  const result = await promisify(execFile)(program, args, { cwd: folder }).catch(
    (error: { stdout?: string }) => error,
  );
  if (result.stdout === undefined) throw result;
  return result.stdout;
}

describe('actionlint', () => {
  it('finds nothing in the workflows', async () => {
    expect(await lint()).toBe('');
  });

  it.each([
    ['an unknown variable', 'rollback.yml', 'inputs.commit }}', 'inputs.comit }}'],
    ['an unknown input of a called workflow', 'delivery.yml', 'environment: prod', 'enviroment: prod'],
    ['a job that does not exist', 'delivery.yml', 'needs: prod-diff', 'needs: prod-dif'],
  ])('finds %s', async (_, file, before, after) => {
    const path = join(folder, '.github/workflows', file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(before, after));
    const found = await lint();
    await writeFile(path, text);
    expect(text).toContain(before);
    expect(found).toContain(`${file}:`);
  });
});
