// Updates package-lock.json from package.json, with entries for every platform:
//   npm run lock                 keeps versions that package.json still allows
//   npm run lock -- --fresh      uses the newest version of each package that package.json does not pin
// Plain JavaScript without packages, since it must also run if the lock cannot be installed.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOCK = 'package-lock.json';
// An empty folder: with an installation, npm would leave out packages of other platforms.
const folder = mkdtempSync(join(tmpdir(), 'freight-lock-'));
try {
  const files = process.argv.includes('--fresh') ? [] : [LOCK];
  for (const name of ['package.json', '.npmrc', ...files]) copyFileSync(name, join(folder, name));
  const options = { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' };
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], options);
  copyFileSync(join(folder, LOCK), LOCK);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
