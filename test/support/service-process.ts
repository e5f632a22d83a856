import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findJava } from '../../lib/local/engines/java.ts';
import { JAVA_DIR } from './dynamodb-local.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Exit code and output of the process. */
export interface ServiceEnded {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `npm start` as a process. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Resolves with the values of the greeting; rejects with the errors if the process ends first. */
  readonly greeted: Promise<{ readonly url: string; readonly key: string; readonly out: string }>;
  readonly ended: Promise<ServiceEnded>;
  /** IDs of all its descendant processes. */
  descendants(): number[];
}

export interface ServiceProcessOptions {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Starts it as npm does, in a separate process group as a terminal does. */
  readonly likeNpm?: boolean;
}

/** Starts the service with its data in a folder, on a free port. */
export async function startServiceProcess(
  dataDir: string,
  { args = [], environment = {}, likeNpm = false }: ServiceProcessOptions = {},
): Promise<ServiceProcess> {
  const child = spawn(
    process.execPath,
    [...(likeNpm ? [`${ROOT}bin/ready.mjs`] : []), `${ROOT}bin/local.ts`, ...args],
    {
      cwd: ROOT,
      detached: likeNpm,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        FREIGHT_LOCAL_DIR: dataDir,
        PORT: '0',
        // The demo market would change results while tests run.
        FREIGHT_DEMO_MARKET: 'off',
        ...(await javaHome()),
        ...environment,
      },
    },
  );
  let [out, err] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<ServiceEnded>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }));
  });
  const greeted = new Promise<{ url: string; key: string; out: string }>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const [, url, key] = /is running at (http:\S+) .*KEY=(\S+)\n.*Ctrl-C stops/s.exec(out) ?? [];
      if (url !== undefined && key !== undefined) resolve({ url, key, out });
    });
    void ended.then(({ code }) => reject(new Error(`The service ended with ${code}: ${err}`)));
  });
  // A test that waits only for the end ignores the greeting.
  greeted.catch(() => undefined);
  return { child, greeted, ended, descendants: () => descendantsOf(child.pid ?? 0) };
}

/** The Java of the other tests, so that a separate data folder does not download one. */
async function javaHome(): Promise<Record<string, string>> {
  const java = await findJava(JAVA_DIR);
  return java === 'java' ? {} : { JAVA_HOME: dirname(dirname(java)) };
}

/** A zombie process has ended. */
const hasEnded = (pid: number): boolean =>
  /^\s*(Z|$)/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString());

/** Waits until all of these processes have ended. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  while (!pids.every(hasEnded)) await wait(20);
}

function descendantsOf(pid: number): number[] {
  const parents = process.platform === 'linux' ? parentsInProc() : parentsByPs();
  const below = (parent: number): number[] =>
    parents.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

type Parent = readonly [child: number, parent: number];

function parentsInProc(): Parent[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
      } catch {
        return [];
      }
    });
}

function parentsByPs(): Parent[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n');
  return lines.map((line) => {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    return [child ?? 0, parent ?? 0] as const;
  });
}
