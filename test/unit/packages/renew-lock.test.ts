import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const LOCK = fileURLToPath(new URL('../../../bin/lock.mjs', import.meta.url));

/** Stands in for npm: keeps the lock it was given in `given`, and makes the one of `made`. */
const NPM = (root: string) => `
const { copyFileSync, existsSync, writeFileSync } = require('node:fs');
if (existsSync('package-lock.json')) copyFileSync('package-lock.json', ${JSON.stringify(join(root, 'given'))});
writeFileSync(${JSON.stringify(join(root, 'args'))}, JSON.stringify(process.argv.slice(2)));
if (!existsSync('package.json') || !existsSync('.npmrc') || existsSync('node_modules')) process.exit(3);
copyFileSync(${JSON.stringify(join(root, 'made'))}, 'package-lock.json');
`;

const entry = (more = {}) => ({ version: '1.0.0', integrity: 'sha512-1', ...more });
const native = entry({ optionalDependencies: { 'native-linux': '1.0.0', 'native-darwin': '1.0.0' } });
const COMPLETE = {
  packages: {
    '': { dependencies: { native: '1.0.0', plain: '1.0.0' } },
    'node_modules/native': native,
    'node_modules/native-linux': entry({ optional: true }),
    'node_modules/native-darwin': entry({ optional: true }),
    'node_modules/plain': entry(),
  },
};
const { 'node_modules/native-darwin': _, ...others } = COMPLETE.packages;
const INCOMPLETE = { packages: others };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'freight-renew-lock-'));
  write('package.json', '{}');
  write('.npmrc', '');
  write('npm-cli.js', NPM(root));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, content: string) => writeFileSync(join(root, name), content);
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

const renew = (...args: string[]) =>
  new Promise<{ code: number; err: string }>((resolve) => {
    const env = { PATH: process.env.PATH, FREIGHT_ROOT: root, npm_execpath: join(root, 'npm-cli.js') };
    execFile(process.execPath, [LOCK, ...args], { env }, (error, _out, err) => {
      resolve({ code: Number(error?.code ?? 0), err });
    });
  });

it('a lock with a gap is made again without what lacks entries, and the rest is kept', async () => {
  write('package-lock.json', JSON.stringify(INCOMPLETE));
  write('made', JSON.stringify(COMPLETE));

  expect(await renew()).toEqual({ code: 0, err: '' });

  const given = read('given') as typeof INCOMPLETE;
  expect(Object.keys(given.packages)).toEqual(['', 'node_modules/plain']);
  expect(read('package-lock.json')).toEqual(COMPLETE);
  expect(read('args')).toEqual(expect.arrayContaining(['--package-lock-only', '--ignore-scripts']));
});

it('a lock with --fresh is made of package.json only', async () => {
  write('package-lock.json', JSON.stringify(COMPLETE));
  write('made', JSON.stringify(COMPLETE));

  expect(await renew('--fresh')).toEqual({ code: 0, err: '' });

  expect(existsSync(join(root, 'given'))).toBe(false);
});

it('a lock stays as it was where the registry lacks a package of a platform', async () => {
  write('package-lock.json', JSON.stringify(COMPLETE));
  write('made', JSON.stringify(INCOMPLETE));

  const { code, err } = await renew();

  expect(code).toBe(1);
  expect(err).toContain('node_modules/native: optionalDependencies: native-darwin has no entry\n');
  expect(read('package-lock.json')).toEqual(COMPLETE);
});

it('a lock stays as it was where npm fails', async () => {
  write('package-lock.json', JSON.stringify(COMPLETE));
  rmSync(join(root, '.npmrc'));

  expect(await renew()).toMatchObject({ code: 1 });
  expect(read('package-lock.json')).toEqual(COMPLETE);
});
