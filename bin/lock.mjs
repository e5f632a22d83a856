// Updates package-lock.json from package.json, with entries for every platform:
//   npm run lock                 keeps versions that package.json still allows
//   npm run lock -- --fresh      uses the newest version of each package that package.json does not pin
// Plain JavaScript without packages, since it must also run if the lock cannot be installed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLockGaps, resolveInLock } from './packages/find-lock-gaps.mjs';
import { npmCommand } from './packages/npm-command.mjs';

const LOCK = 'package-lock.json';
const root = process.env.FREIGHT_ROOT ?? dirname(dirname(fileURLToPath(import.meta.url)));

/** The lock without incomplete packages and their optional dependencies: npm does not complete existing entries. */
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

// An empty folder: with an installation, npm would leave out packages of other platforms.
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
  if (status !== 0) throw new Error('npm failed to create the lock: see above.');
  const made = readFileSync(join(folder, LOCK), 'utf8');
  const gaps = findLockGaps(JSON.parse(made));
  for (const { path, what } of gaps) console.error(`${path || 'package.json'}: ${what}`);
  if (gaps.length > 0) {
    throw new Error(
      `The registry does not provide the information above; ${LOCK} was not changed. Pin an older version in package.json; for a transitive package, in its "overrides".`,
    );
  }
  writeFileSync(join(root, LOCK), made);
  console.log(`${LOCK}: ${Object.keys(JSON.parse(made).packages).length - 1} packages for all platforms.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
