import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { demoOrganization } from '../../bin/local/load-initial-data.ts';
import { eventually } from '../support/eventually.ts';
import { connectIn } from '../support/freight-command.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A block, after a comment that names its file or says that its command keeps running. */
const BLOCK = /(?:^<!-- (?:file: (\S+)|(keeps running)) -->\n)?^```(\w+)\n([\s\S]*?)^```$/gm;
/** Files of the repository that the folder of the reader does not get. */
const NOT_LINKED = /^(\.git|\.local|\.installing|dist|cdk\.out)$/;
/** The test starts the service and sets these variables. */
const DONE_BY_TEST = /^(npm start|export KEY=)/;

let service: LocalService;
let folder: string;
let environment: Readonly<Record<string, string | undefined>>;
const running: { readonly child: ChildProcess; output: string }[] = [];

beforeAll(async () => {
  service = await startLocalService();
  const { provisioning, close } = await connectIn(service.dataDir)(undefined, () => {});
  const { apiKey, orgId } = await demoOrganization(service.dataDir, true, { provisioning }).finally(close);
  folder = await mkdtemp(join(tmpdir(), 'freight-quickstart-'));
  for (const name of readdirSync(ROOT)) {
    if (!NOT_LINKED.test(name)) await symlink(join(ROOT, name), join(folder, name));
  }
  // curl fails on an error status.
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\n');
  environment = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    HOME: process.env.HOME,
    CURL_HOME: folder,
    FREIGHT_LOCAL_DIR: service.dataDir,
    KEY: apiKey,
    ORG: orgId,
    API: service.url,
    PYTHONUNBUFFERED: '1',
  };
});

afterAll(async () => {
  for (const { child } of running) {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a script in a process group of its own, so that the programs that it starts end with it. */
function start(script: string) {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  const program = { child, output: '' };
  const collect = (chunk: Buffer) => {
    program.output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  running.push(program);
  return program;
}

/** The expression of a shown line, in which `...` is any text. */
const expressionOf = (line: string): RegExp =>
  new RegExp(
    line
      .trim()
      .split(/\.\.\.\s*|\s+/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('.*'),
  );

const hasPython = spawnSync('python3', ['--version']).status === 0;

it('the commands and programs of the quickstart work, and print what it shows', async () => {
  const page = readFileSync(`${ROOT}docs/integrators/quickstart.md`, 'utf8');
  let last = '';
  let commands = 0;
  for (const [, file, keepsRunning, language = '', shown = ''] of page.matchAll(BLOCK)) {
    if (file !== undefined) await writeFile(join(folder, file), shown);
    else if (language === 'text' && (hasPython || !last.includes('python3'))) {
      const printed = () => running.map(({ output }) => output).join('\n');
      for (const line of shown.trim().split('\n')) {
        const expected = expressionOf(line);
        const found = await eventually(
          async () => printed(),
          (output) => expected.test(output),
        );
        expect(found).toMatch(expected);
      }
    } else if (language === 'sh') {
      last = shown;
      if (DONE_BY_TEST.test(shown) || (shown.includes('python3') && !hasPython)) continue;
      commands += 1;
      const program = start(shown);
      const { child } = program;
      if (keepsRunning !== undefined) {
        await eventually(
          async () => program.output,
          (output) => output !== '' || child.exitCode !== null,
        );
        expect([shown, child.exitCode]).toEqual([shown, null]);
      } else {
        await new Promise((resolve) => child.once('close', resolve));
        expect([shown, child.exitCode, child.exitCode === 0 ? '' : program.output]).toEqual([shown, 0, '']);
      }
    }
  }
  expect(commands).toBeGreaterThan(5);
});
