// Renews package-lock.json with entries for every platform, from package.json:
//   npm run lock                 keeps each version that package.json still allows
//   npm run lock -- --fresh      takes the newest version of all that package.json does not pin
// Plain JavaScript without packages: a lock that cannot be installed is renewed by it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLockGaps, resolveInLock } from './packages/find-lock-gaps.mjs';
import { npmCommand } from './packages/npm-command.mjs';

const LOCK = 'package-lock.json';
const root = process.env.FREIGHT_ROOT ?? dirname(dirname(fileURLToPath(import.meta.url)));

/** The lock without packages that lack entries and without their optional ones: npm adds no entry to one it has. */
function withoutGaps(lock) {
  const { packages } = lock;
  const incomplete = findLockGaps(lock).map(({ path }) => path);
  const dropped = new Set(
    incomplete
      .filter((path) => path !== '')
      .flatMap((path) => [
        path,
        ...Object.keys(packages[path].optionalDependencies ?? {}).map((name) =>
          resolveInLock(packages, path, name),
        ),
      ]),
  );
  return {
    ...lock,
    packages: Object.fromEntries(Object.entries(packages).filter(([path]) => !dropped.has(path))),
  };
}

// An empty folder: npm leaves packages of other platforms out of a lock that it makes from an installation.
const folder = mkdtempSync(join(tmpdir(), 'freight-lock-'));
try {
  for (const name of ['package.json', '.npmrc']) copyFileSync(join(root, name), join(folder, name));
  if (!process.argv.includes('--fresh') && existsSync(join(root, LOCK))) {
    const kept = withoutGaps(JSON.parse(readFileSync(join(root, LOCK), 'utf8')));
    writeFileSync(join(folder, LOCK), JSON.stringify(kept, undefined, 2));
  }
  const { command, first, env } = npmCommand();
  const args = [
    'install',
    '--package-lock-only',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { status } = spawnSync(command, [...first, ...args], { cwd: folder, env, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm could not make the lock: see above.');
  const made = readFileSync(join(folder, LOCK), 'utf8');
  const gaps = findLockGaps(JSON.parse(made));
  for (const { path, what } of gaps) console.error(`${path || 'package.json'}: ${what}`);
  if (gaps.length > 0) {
    throw new Error(
      `The registry lacks what is above; ${LOCK} stays as it was. Pin an older version in package.json, of a transitive package in its "overrides".`,
    );
  }
  writeFileSync(join(root, LOCK), made);
  console.log(
    `${LOCK}: ${Object.keys(JSON.parse(made).packages).length - 1} packages, every platform's among them.`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
