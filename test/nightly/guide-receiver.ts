import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.ts';

const run = promisify(execFile);
const GUIDE = fileURLToPath(new URL('../../docs/integrators/receiving-webhooks.md', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** A program, after a comment with the name of its file. */
const PROGRAM = /<!-- file: (\S+) -->\n```\w+\n([\s\S]*?)^```$/gm;
const LISTENS = /^listening on (\d+)$/m;

/** A running receiver of the guide. */
export interface GuideReceiver {
  readonly url: string;
  /** Its output lines. */
  work(): string[];
  stop(): Promise<void>;
}

/** The programs of the guide, by their file names. */
export async function guidePrograms(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(GUIDE, 'utf8');
  return new Map([...text.matchAll(PROGRAM)].map(([, file = '', program = '']) => [file, program]));
}

/** Commands that check whether a language is installed; Node always is. */
const LANGUAGE_CHECKS: Readonly<Record<string, readonly [command: string, versionFlag: string]>> = {
  '.py': ['python3', '--version'],
  '.go': ['go', 'version'],
};

/** The programs of the guide that this machine can run, and the others with the reason. */
export async function sortPrograms(installed: typeof isInstalled) {
  const runnable: string[] = [];
  const skipped: { readonly file: string; readonly reason: string }[] = [];
  for (const file of (await guidePrograms()).keys()) {
    const check = LANGUAGE_CHECKS[extname(file)];
    if (check === undefined || (await installed(...check))) runnable.push(file);
    else skipped.push({ file, reason: `Not installed: "${check.join(' ')}" fails.` });
  }
  return { runnable, skipped };
}

/** Whether a language is on this machine. */
export async function isInstalled(command: string, versionFlag: string): Promise<boolean> {
  return run(command, [versionFlag]).then(
    () => true,
    () => false,
  );
}

/** The command that runs a program of the guide in a directory. */
async function commandFor(file: string, folder: string): Promise<[string, string[]]> {
  if (file.endsWith('.mjs')) return [process.execPath, [file]];
  if (file.endsWith('.py')) return ['python3', [file]];
  await run('go', ['build', '-o', 'receiver', file], { cwd: folder });
  return [join(folder, 'receiver'), []];
}

/** Runs a program of the guide as its reader would. */
export async function startGuideReceiver(file: string, secret: string): Promise<GuideReceiver> {
  const program = (await guidePrograms()).get(file);
  if (program === undefined) throw new Error(`The guide has no program ${file}.`);
  const folder = await mkdtemp(join(tmpdir(), 'freight-guide-'));
  await writeFile(join(folder, file), program);
  await symlink(MODULES, join(folder, 'node_modules'));
  const [command, args] = await commandFor(file, folder);
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, complaints] = ['', ''];
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    complaints += data;
  });
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const port = await eventually(
    async () => LISTENS.exec(output)?.[1],
    (found) => found !== undefined || ended(),
  );
  if (port === undefined) throw new Error(`${file} does not listen: ${complaints}`);
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    work: () => output.split('\n').filter((line) => line !== '' && !LISTENS.test(line)),
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
