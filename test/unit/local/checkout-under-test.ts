import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { pinnedNode } from '../../../bin/packages/pinned-node.mjs';

export const READY = fileURLToPath(new URL('../../../bin/ready.mjs', import.meta.url));

/** Replaces npm: records its call, follows NPM_DOES, and installs a node and a tool. */
const NPM = (node: string) => `
const { appendFileSync, mkdirSync, symlinkSync, writeFileSync } = require('node:fs');
const names = Object.keys(process.env).filter((name) => name.startsWith('npm_'));
appendFileSync('npm-runs', JSON.stringify({ pid: process.pid, args: process.argv.slice(2), names }) + '\\n');
const install = () => {
  for (const folder of ['node_modules/.bin', ${JSON.stringify(dirname(node))}]) mkdirSync(folder, { recursive: true });
  try { symlinkSync(process.execPath, ${JSON.stringify(node)}); } catch {}
  writeFileSync('node_modules/.bin/tool', '#!/bin/sh\\necho tool "$@"\\n', { mode: 0o755 });
};
const does = process.env.NPM_DOES;
if (does === 'fail') {
  console.error('npm error code E404');
  process.exit(7);
}
if (does === 'hang') {
  mkdirSync('node_modules/.bin', { recursive: true });
  setInterval(() => {}, 1000);
} else setTimeout(install, does === 'slowly' ? 500 : 0);
`;

/** The exit code and the output of a command. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly ended: Promise<Ended>;
}

/** Packages that a manual installation recorded, their versions if not those of the lock, and packages without files. */
interface PlainInstallation {
  readonly has: readonly string[];
  readonly versions?: Readonly<Record<string, string>>;
  readonly missing?: readonly string[];
}

/** Creates checkouts with a lock file and a stand-in npm; removes them and ends their processes after each test. */
export function checkoutsUnderTest() {
  const roots: string[] = [];
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
  });

  return () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'freight-checkout-')));
    roots.push(root);
    const path = (name: string) => join(root, name);
    writeFileSync(path('package-lock.json'), '{"lockfileVersion":3}');
    const node = pinnedNode(path('node_modules')) ?? path('no-node');
    writeFileSync(path('npm-cli.js'), NPM(node));
    writeFileSync(path('script.mjs'), "console.log('ran', JSON.stringify(process.argv.slice(2)));");

    const start = (args: readonly string[], environment: Record<string, string> = {}): Running => {
      const child = spawn(process.execPath, [READY, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          FREIGHT_ROOT: root,
          npm_execpath: path('npm-cli.js'),
          ...environment,
        },
      });
      children.push(child);
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        err += chunk.toString();
      });
      const ended = new Promise<Ended>((resolve) => {
        child.once('close', (code) => resolve({ code, out, err }));
      });
      return { child, out: () => out, ended };
    };

    return {
      root,
      path,
      /** Path of the pinned Node. */
      node,
      start,
      run: (args: readonly string[], environment?: Record<string, string>) => start(args, environment).ended,
      write: (name: string, content: string) => writeFileSync(path(name), content),
      /** Writes a shell script. */
      writeCommand: (name: string, content: string) => {
        writeFileSync(path(name), `#!/bin/sh\n${content}\n`);
        chmodSync(path(name), 0o755);
      },
      /** The result of a manual npm run: a lock with two packages and an optional one, packages, and the record of npm. */
      plainCi({ has, versions = {}, missing = [] }: PlainInstallation) {
        const entry = (name: string, of: Readonly<Record<string, string>> = {}) =>
          [`node_modules/${name}`, { version: of[name] ?? '2.0.0', integrity: `sha512-${name}` }] as const;
        const packages = {
          '': {},
          ...Object.fromEntries(['one', 'two'].map((name) => entry(name))),
          'node_modules/other-platform': { version: '2.0.0', optional: true },
        };
        writeFileSync(path('package-lock.json'), JSON.stringify({ packages }));
        mkdirSync(dirname(node), { recursive: true });
        symlinkSync(process.execPath, node);
        const noted = Object.fromEntries(has.map((name) => entry(name, versions)));
        writeFileSync(path('node_modules/.package-lock.json'), JSON.stringify({ packages: noted }));
        for (const name of has.filter((each) => !missing.includes(each))) {
          mkdirSync(path(`node_modules/${name}`));
          writeFileSync(path(`node_modules/${name}/package.json`), '{}');
        }
      },
      changeLock: () => appendFileSync(path('package-lock.json'), '\n'),
      /** The calls of the stand-in npm, one per run. */
      npmRuns: (): NpmRun[] =>
        existsSync(path('npm-runs'))
          ? readFileSync(path('npm-runs'), 'utf8')
              .trim()
              .split('\n')
              // The file exists before its first line.
              .filter((line) => line !== '')
              .map((line) => JSON.parse(line) as NpmRun)
          : [],
    };
  };
}

export interface NpmRun {
  readonly pid: number;
  readonly args: readonly string[];
  /** Names of the npm_... variables in its environment. */
  readonly names: readonly string[];
}

/** Waits until the condition holds; the time limit of the test ends the wait otherwise. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(10);
}
