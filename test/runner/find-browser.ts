import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';

/** Where Chromium, Chrome and Edge are installed, by operating system. */
const PLACES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'].map(
    (name) => `/usr/bin/${name}`,
  ),
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

const installed = () => PLACES[process.platform]?.find((path) => existsSync(path));

/**
 * The program of a browser: `BROWSER_PATH`, or an installed one. Continuous integration on Debian or Ubuntu, as root,
 * installs Chromium; elsewhere tests do not change the system.
 * @throws LocalSetupError if there is none, with what to do.
 */
export function findBrowser(): string {
  const { BROWSER_PATH, CI } = process.env;
  if (BROWSER_PATH !== undefined) {
    if (existsSync(BROWSER_PATH)) return BROWSER_PATH;
    throw new LocalSetupError(`BROWSER_PATH names no file: ${BROWSER_PATH}`);
  }
  const found = installed();
  if (found !== undefined) return found;
  let reason = 'Tests install a browser only in continuous integration (CI=true), as root, with apt-get.';
  if (CI === 'true' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium with apt-get ...');
    const failed = [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    ].find((args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0);
    const now = installed();
    if (now !== undefined) return now;
    reason = failed ? `"apt-get ${failed.join(' ')}" failed.` : 'The package has no program in /usr/bin.';
  }
  throw new LocalSetupError(
    `No browser is installed, so the tests of the pages cannot run. ${reason} Install Chromium, or set BROWSER_PATH.`,
  );
}
