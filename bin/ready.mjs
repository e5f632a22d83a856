// Runs a TypeScript file of this project with the pinned Node; installs missing packages first:
//   node bin/ready.mjs FILE ARGS...
//   node bin/ready.mjs --tool COMMAND ARGS...     a command of node_modules/.bin
// Plain JavaScript without packages, since it runs before the installation.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_MAJOR, NODE_VERSION } from '../lib/settings/node-version.mjs';
import { npmCommand } from './packages/npm-command.mjs';
import { comesInArchive, downloadNode, pinnedNode } from './packages/pinned-node.mjs';

const OLDEST_NODE = 20;
const LOCK_STALE_AFTER_MS = 15 * 60_000;
const LOCK_WITHOUT_OWNER_MS = 5_000;
const NPM_POLL_MS = 250;
const SHELL = /^(sh|dash|ash|bash|zsh|ksh|busybox)$/;
const root = process.env.FREIGHT_ROOT ?? dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.ready');
/** npm writes this list of installed packages at the end of an installation. */
const npmStamp = join(modules, '.package-lock.json');
const lock = join(root, '.installing');
const lockOwner = join(lock, 'pid');

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Name and parent of a process; undefined without /proc, or if the process has ended. */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may contain any character; state and parent follow.
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: stat.slice(end + 2).split(' ')[1] };
  } catch {
    return undefined;
  }
}

/**
 * Calls `onEnd` once when the npm that started this process has ended: npm passes signals only to its shell, and not all
 * shells pass them on. A process gets another parent when its parent ends. npm can be the parent or the parent of a shell.
 * @returns a function that stops the check.
 */
function watchNpm(onEnd) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const { ppid } = process;
  const started = readProcess(ppid);
  const npmOfShell = SHELL.test(started?.name ?? '') ? started.parent : undefined;
  const timer = setInterval(() => {
    if (process.ppid === ppid && (npmOfShell === undefined || readProcess(ppid)?.parent === npmOfShell))
      return;
    clearInterval(timer);
    onEnd();
  }, NPM_POLL_MS);
  return () => clearInterval(timer);
}

/** Runs a command with this terminal; returns its exit code, or 128 + signal number, as a shell does. */
function run(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
    // Ctrl-C in a terminal also reaches the child; a signal to only this process must be forwarded.
    const ignore = () => {};
    const pass = (signal) => child.kill(signal);
    process
      .on('SIGINT', process.stdin.isTTY ? ignore : pass)
      .on('SIGTERM', pass)
      .on('SIGHUP', pass);
    const stopWatching = watchNpm(() => child.kill('SIGTERM'));
    child.on('error', (error) => {
      stopWatching();
      console.error(error.message);
      resolve(127);
    });
    child.on('exit', (code, signal) => {
      stopWatching();
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

const packageLock = join(root, 'package-lock.json');
const wanted = () => createHash('sha256').update(readFileSync(packageLock)).digest('hex');

/** Whether `npm ci` has installed every required package of the lock. */
function installedByNpm() {
  try {
    const { packages: has } = JSON.parse(readFileSync(npmStamp, 'utf8'));
    const { packages: asked } = JSON.parse(readFileSync(packageLock, 'utf8'));
    return Object.entries(asked).every(
      ([path, { version, integrity, optional, devOptional }]) =>
        path === '' ||
        optional ||
        devOptional ||
        (has[path]?.version === version &&
          has[path]?.integrity === integrity &&
          existsSync(join(root, path, 'package.json'))),
    );
  } catch {
    return false;
  }
}

function installed() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()) return true;
  if (!installedByNpm()) return false;
  writeFileSync(stamp, wanted());
  return true;
}

const node = pinnedNode(modules);
/** A missing Node package means a damaged installation, which is reported at the end. */
const isReady = () => installed() && !(comesInArchive() && !existsSync(node));

/** Whether the owner of the lock is still installing: it is alive, and the lock is not older than the maximum. */
function lockIsHeld() {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined) return false;
  const age = Date.now() - since;
  try {
    const owner = Number.parseInt(readFileSync(lockOwner, 'utf8'), 10);
    // The file of the owner exists before it has the process id.
    if (Number.isNaN(owner)) return age < LOCK_WITHOUT_OWNER_MS;
    process.kill(owner, 0);
    return age < LOCK_STALE_AFTER_MS;
  } catch (error) {
    if (error.code === 'EPERM') return age < LOCK_STALE_AFTER_MS;
    // No owner yet: it is about to write its process id, or was killed before.
    return error.code === 'ENOENT' && age < LOCK_WITHOUT_OWNER_MS;
  }
}

/** Acquires the lock; false if another process has finished the installation in the meantime. */
async function takeLock() {
  for (let reported = false; ; ) {
    try {
      mkdirSync(lock);
      writeFileSync(lockOwner, String(process.pid));
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`${root} is not writable: ${error.code}.`);
    }
    if (lockIsHeld()) {
      if (!reported) console.error('Another process is installing the packages: waiting for it ...');
      reported = true;
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (isReady()) return false;
    } else {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

/** Installs exactly the packages of the lock; returns the exit code of npm. */
async function runNpm() {
  const { command, first, env } = npmCommand();
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  return run(command, [...first, ...args], env);
}

/**
 * Installs the packages and the pinned Node; returns the exit code of npm.
 * @throws Error with the reason, in one line, if the download of Node fails.
 */
async function install() {
  if (!(await takeLock())) return 0;
  try {
    if (!installed()) {
      console.error('Installing packages (once, and when package-lock.json changes) ...');
      // Removed first and written last, so that an interrupted installation is repeated.
      for (const file of [stamp, npmStamp]) rmSync(file, { force: true });
      const code = await runNpm();
      if (code !== 0) return code;
      writeFileSync(stamp, wanted());
    }
    if (!isReady()) {
      console.error(`Downloading Node ${NODE_VERSION} ...`);
      await downloadNode(modules);
    }
    return 0;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_NODE) {
  fail(
    `Node ${OLDEST_NODE} or newer is required, but this is ${process.versions.node}: see https://nodejs.org.`,
  );
}
if (node === undefined && String(major) !== NODE_MAJOR) {
  fail(
    `Node ${NODE_VERSION} has no package for ${process.platform} ${process.arch}: run npm with Node ${NODE_MAJOR}.`,
  );
}
if (!isReady()) {
  const code = await install().catch(({ message }) => fail(message));
  if (code > 128) process.exit(code);
  if (code !== 0) fail('npm ci failed: see above. Is the package registry reachable?');
}
if (node !== undefined && !existsSync(node))
  fail('The pinned Node is missing from node_modules. Remove node_modules and try again.');

const bin = join(modules, '.bin');
const runtime = node ?? process.execPath;
const [first, ...rest] = process.argv.slice(2);
const [command, args] =
  first === '--tool' ? [join(bin, rest[0] ?? ''), rest.slice(1)] : [runtime, [first ?? '', ...rest]];
process.exitCode = await run(command, args, {
  ...process.env,
  PATH: [bin, dirname(runtime), process.env.PATH ?? ''].join(delimiter),
});
