import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../eventually.ts';
import { differences, matchesText, missingLine } from './compare-answer.ts';
import { ROOT } from './pages.ts';
import type { Block } from './read-blocks.ts';
import { NO_PYTHON, reasonFault } from './reasons.ts';

/** The service that pages call at http://localhost:3000. */
export interface PageService {
  readonly url: string;
  /** Values of the placeholders `frk_test_...` and `org_...`, and of the variables KEY and ORG. */
  readonly apiKey: string;
  readonly orgId: string;
  /** Data folder for the command line. */
  readonly dataDir: string;
}

/** What happened to a block; `fault` is why it is wrong. */
export interface BlockResult {
  readonly at: string;
  readonly how: 'run' | 'compared' | 'written' | 'shown' | 'not run';
  /** Why it was not run. */
  readonly reason?: string;
  readonly fault?: string;
}

/** The output of the block before, which the following blocks show. */
interface Answer {
  readonly output: string;
  readonly http?: { readonly status: number; readonly headers: Headers };
}

const run = promisify(execFile);

class Fault extends Error {}

/** Against hanging only: a loaded machine may be slow. */
const BLOCK_MS = 300_000;
const SERVICE_PORT = '3000';
/** Files of the repository that a page's folder does not get. */
const NOT_LINKED = /^(\.git|\.local|\.installing|dist|cdk\.out)$/;
const PLACEHOLDER = /\b([a-z]+_(?:test_|live_)?|Q-)\.\.\./g;
/** In a request, a day stands for today: the service rejects past days. */
const DAY = /\b\d{4}-\d\d-\d\d\b/g;
const today = () => new Date().toISOString().slice(0, 10);
const IDS = /\b((?:frk_test|frk_live|org|key|wh|evt|dlv|whsec)_)[\w+/=-]{8,}|\b(Q-)[0-9A-Z]{8,}/g;
const CHECK_TYPES =
  'node_modules/.bin/tsc --ignoreConfig --noEmit --strict --target es2024 --module nodenext --types node --skipLibCheck';
const PROGRAMS: Readonly<Record<string, readonly [command: string, extension: string]>> = {
  ts: ['node', 'ts'],
  js: ['node', 'mjs'],
  python: ['python3', 'py'],
};

/**
 * Runs the blocks of one page in order, in a temporary folder that looks like a clone of the repository. Shell variables
 * stay set for later blocks; `KEY` and `ORG` are set as
 * the quickstart sets them. A placeholder such as `wh_...` stands for the newest id of that kind that a block printed.
 * After a fault, the other blocks of the page are not run.
 */
export async function runPage(blocks: readonly Block[], service: PageService): Promise<BlockResult[]> {
  const page = await createPageRun(blocks, service);
  const results: BlockResult[] = [];
  let missing: string | undefined;
  try {
    for (const block of blocks) {
      missing ??= await missingInterpreter(block);
      const reason = missing ?? block.reason;
      const result = await page.run(reason === undefined ? block : { ...block, reason });
      results.push(result);
      if (result.fault !== undefined) break;
    }
    return results;
  } finally {
    await page.stop();
  }
}

/** Why the rest of the page cannot run on this machine. Python is optional; Node, bash and curl are required. */
async function missingInterpreter({ kind, language, text, reason }: Block): Promise<string | undefined> {
  const needsPython = language === 'python' || (kind === 'shell' && /\bpython3\b/.test(text));
  if (!needsPython || reason !== undefined || (await hasPython())) return undefined;
  return NO_PYTHON;
}

const hasPython = () =>
  run('python3', ['--version']).then(
    () => true,
    () => false,
  );

async function createPageRun(blocks: readonly Block[], service: PageService) {
  const folder = await createFolder();
  const ports = await portsOf(blocks, service);
  const ids = new Map([
    ['frk_test_', service.apiKey],
    ['org_', service.orgId],
  ]);
  const background: { readonly child: ChildProcess; output: string }[] = [];
  let answer: Answer | undefined;
  let skipped: string | undefined;

  const withPorts = (text: string): string =>
    [...ports].reduce((filled, [shown, port]) => filled.replace(shown, port), text);
  const filledIn = (text: string): string =>
    withPorts(text).replace(PLACEHOLDER, (shown, prefix) => ids.get(prefix) ?? shown);

  const learnIds = (output: string): void => {
    for (const [id, prefix, quote] of output.matchAll(IDS)) ids.set(prefix ?? quote ?? '', id);
  };

  async function runShell(script: string): Promise<Answer> {
    const { program, ended } = startBash(script, folder, service);
    const timer = setTimeout(() => void endGroup(program.child), BLOCK_MS);
    const { output, errors, code } = await ended;
    clearTimeout(timer);
    learnIds(output);
    if (code !== 0) throw new Fault(`exit code ${code}: ${(errors + output).slice(-1_500)}`);
    return { output };
  }

  async function keepRunning(script: string): Promise<Answer> {
    const started = startBash(script, folder, service);
    background.push(started.program);
    await eventually(
      async () => started.program.output,
      (output) => output !== '' || started.program.child.exitCode !== null,
    );
    learnIds(started.program.output);
    if (started.program.child.exitCode === null) return started.program;
    throw new Fault(`ended: ${(await started.ended).errors.slice(-1_500)}`);
  }

  async function runProgram({ language, at }: Block, text: string): Promise<Answer> {
    const [command, extension] = PROGRAMS[language] ?? [];
    if (command === undefined) throw new Fault(`${language} programs need a file and a command that runs it`);
    const file = `block-${at.split(':')[1]}.${extension}`;
    await writeFile(join(folder, file), text);
    if (language === 'ts') await runShell(`${CHECK_TYPES} ${file}`);
    return runShell(`${command} ${file}`);
  }

  async function send(text: string): Promise<Answer> {
    const { start, headers, body } = httpMessage(text.replace(DAY, today()));
    const [, method = '', path = ''] = /^([A-Z]+) (\/\S*)/.exec(start) ?? [];
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers,
      ...(body === '' ? {} : { body }),
    });
    const output = await response.text();
    learnIds(output);
    return { output, http: response };
  }

  async function compareText(shown: string, { output }: Answer): Promise<void> {
    const sources = () => [output, ...background.map((program) => program.output)];
    const missing = () => sources().map((source) => missingLine(shown, source));
    const lines = await eventually(
      async () => missing(),
      (found) => found.includes(undefined),
      // Only programs that keep running print more.
      background.length === 0 ? 0 : undefined,
    );
    for (const { output: printed } of background) learnIds(printed);
    if (!lines.includes(undefined)) {
      throw new Fault(`not printed: ${lines[0]}\nOutput: ${sources().join('\n--\n').slice(-1_500)}`);
    }
  }

  async function perform(block: Block): Promise<BlockResult['how']> {
    if (block.kind === 'shown') return 'shown';
    if (isShownAnswer(block)) {
      // A page of generated text, such as the help of commands, has its own test.
      if (answer === undefined && block.kind === 'text') return 'shown';
      if (answer === undefined)
        throw new Fault('not run, and without a reason: it shows the answer of no block');
      if (block.kind === 'text') await compareText(withPorts(block.text), answer);
      else checkAnswer(block, withPorts(block.text), answer);
      return 'compared';
    }
    const text = filledIn(block.text);
    if (block.file !== undefined) {
      if (!isUsed(block.file, blocks.slice(blocks.findIndex(({ at }) => at === block.at)))) {
        throw new Fault(`no later command of the page uses ${block.file}`);
      }
      await writeFile(join(folder, block.file), text);
      if (block.language === 'ts') await runShell(`${CHECK_TYPES} ${block.file}`);
      return 'written';
    }
    if (block.kind === 'program') answer = await runProgram(block, text);
    else if (block.kind === 'http') answer = await send(text);
    else answer = await (block.keepsRunning ? keepRunning(text) : runShell(text));
    return 'run';
  }

  return {
    run: async (block: Block): Promise<BlockResult> => {
      const { at } = block;
      const reason = block.reason ?? (isShownAnswer(block) ? skipped : undefined);
      if (block.kind !== 'shown' && !isShownAnswer(block)) skipped = block.reason;
      if (reason !== undefined && block.kind !== 'shown') {
        const fault = reasonFault({ at, reason });
        return { at, how: 'not run', reason, ...(fault === undefined ? {} : { fault }) };
      }
      try {
        return { at, how: await perform(block) };
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        return { at, how: 'run', fault: `${at}: ${error.message}` };
      }
    },
    stop: async () => {
      for (const { child } of background) await endGroup(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isHttpAnswer = ({ kind, text }: Block): boolean => kind === 'http' && text.startsWith('HTTP/');
/** A block that shows the answer to the block before. */
const isShownAnswer = (block: Block): boolean =>
  block.file === undefined && (block.kind === 'json' || block.kind === 'text' || isHttpAnswer(block));

const isUsed = (file: string, later: readonly Block[]): boolean =>
  later.some(({ kind, reason, text }) => kind === 'shell' && reason === undefined && text.includes(file));

/** A folder that looks like a clone, in which a page can write files. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'freight-page-'));
  for (const name of readdirSync(ROOT)) {
    if (!NOT_LINKED.test(name)) await symlink(join(ROOT, name), join(folder, name));
  }
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\n');
  return folder;
}

/** Free ports in place of those that the page names. */
async function portsOf(blocks: readonly Block[], { url }: PageService): Promise<Map<RegExp, string>> {
  const texts = blocks.filter(({ reason }) => reason === undefined).map(({ text }) => text);
  const named = texts.flatMap((text) => [...text.matchAll(/localhost:(\d+)/g)].map(([, port = '']) => port));
  const ports = new Map([[/http:\/\/localhost:3000\b/g, url]]);
  for (const port of new Set(named)) {
    if (port !== SERVICE_PORT) ports.set(new RegExp(`\\b${port}\\b`, 'g'), String(await freePort()));
  }
  return ports;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a script with the variables of the scripts before it; curl fails on an error status. */
function startBash(script: string, folder: string, { dataDir, apiKey, orgId }: PageService) {
  const variables = join(folder, '.variables');
  const lines = [
    'set -aeo pipefail',
    `[ -f ${variables} ] && . ${variables}`,
    script,
    `export -p > ${variables}`,
  ];
  const child = spawn('bash', ['-c', lines.join('\n')], {
    cwd: folder,
    // A group of its own, to end the commands that it started.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      HOME: process.env.HOME,
      CURL_HOME: folder,
      FREIGHT_LOCAL_DIR: dataDir,
      KEY: apiKey,
      ORG: orgId,
      FREIGHT_ROOT: folder,
      PYTHONUNBUFFERED: '1',
    },
  });
  const program = { child, output: '' };
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    program.output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<{ output: string; errors: string; code: number | null }>((resolve) => {
    child.once('close', (code) => resolve({ output: program.output, errors, code }));
  });
  return { program, ended };
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

function httpMessage(text: string) {
  const [head = '', ...rest] = text.trim().split('\n\n');
  const [start = '', ...lines] = head.split('\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { start, headers, body: rest.join('\n\n') };
}

/** @throws Fault if the answer differs from the shown one. */
function checkAnswer({ kind, varies }: Block, text: string, { output, http }: Answer): void {
  if (kind === 'json') {
    compareJson(text, output, varies);
    return;
  }
  const { start, headers, body } = httpMessage(text);
  const [, status] = /^HTTP\/\S+ (\d+)/.exec(start) ?? [];
  if (Number(status) !== http?.status) throw new Fault(`status ${http?.status}, not ${status}: ${output}`);
  for (const [name, shown] of Object.entries(headers)) {
    const value = http.headers.get(name) ?? 'missing';
    const same = varies.includes(name) ? value !== 'missing' : matchesText(shown, value);
    if (!same) throw new Fault(`header ${name} is ${value}, not ${shown}`);
  }
  if (body !== '') compareJson(body, output, varies);
}

function compareJson(shown: string, output: string, varies: readonly string[]): void {
  const found = differences(parse(shown, 'the block'), parse(output, 'the output'), varies);
  if (found.length > 0) throw new Fault(`${found.join('; ')}\nOutput: ${output.slice(0, 1_500)}`);
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault(`${name} is not JSON: ${text.slice(0, 500)}`);
  }
}
