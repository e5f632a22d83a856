import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourceVersion } from '../../../bin/app/source-version.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'freight-version-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

function commit(...paths: readonly string[]): string {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  git('add', '--all');
  git('commit', '--quiet', '--no-verify', '--message', 'A change');
  return git('rev-parse', 'HEAD').slice(0, 12);
}

describe('the version of the sources', () => {
  it('is the last commit that changed what is deployed, and not one of documents or tests', async () => {
    git('init', '--quiet');
    const changed = commit(
      'shared/price.ts',
      'functions/read/handler.ts',
      'lib/app.ts',
      'bin/build/build.ts',
    );
    commit('docs/prices.md', 'test/price.test.ts', 'README.md');
    await expect(sourceVersion(folder)).resolves.toBe(changed);
  });

  it.each([
    ['changed', 'lib/app.ts'],
    ['new', 'shared/new.ts'],
  ])('has a suffix if a deployed file is %s and not committed', async (_, path) => {
    git('init', '--quiet');
    const committed = commit('lib/app.ts', 'shared/price.ts');
    writeFileSync(join(folder, path), 'another text');
    await expect(sourceVersion(folder)).resolves.toBe(`${committed}-modified`);
  });

  it('is unknown without a repository and without a commit', async () => {
    await expect(sourceVersion(folder)).resolves.toBe('unknown');
    git('init', '--quiet');
    await expect(sourceVersion(folder)).resolves.toBe('unknown');
  });
});
