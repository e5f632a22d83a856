import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FILE = 'operator-settings.json';
const DEPLOYMENT = /^(npm run -s cdk --|npx cdk) deploy /;

/** Commands of the section "Roll back" until the deployment, and after it. */
function rollbackCommands(): { before: string[]; deployment: string; after: string[] } {
  const page = readFileSync(`${ROOT}docs/operators/deploying.md`, 'utf8');
  const [, section = ''] = page.split('\n### Roll back\n');
  const [, block = ''] = /```sh\n([^`]*)```/.exec(section) ?? [];
  const commands = block
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line !== '');
  const place = commands.findIndex((command) => DEPLOYMENT.test(command));
  return {
    before: commands.slice(0, place),
    deployment: commands[place] ?? '',
    after: commands.slice(place + 1),
  };
}

describe('the commands of the rollback guide', () => {
  let folder: string;
  const run = (command: string) =>
    execFileSync('sh', ['-ec', command], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      // The repository of this test only, without the settings of a user.
      env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    });
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const commit = (message: string) => {
    run(`git add -A && git -c user.name=t -c user.email=t@example.com commit -qm "${message}"`);
    return run('git rev-parse HEAD').trim();
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'freight-rollback-'));
    run('git init -q -b main');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('deploy older code with the current settings, and return to the current code', () => {
    const { before, deployment, after } = rollbackCommands();
    expect(deployment).toMatch(/ --all .*-c environment=prod/);
    write('code.ts', 'before');
    write('removed-later.ts', '');
    write(FILE, '{"prod": {}}');
    const old = commit('before');
    rmSync(join(folder, 'removed-later.ts'));
    write('code.ts', 'after');
    write('added-later.ts', '');
    write(FILE, '{"prod": {"monthlyBudgetUsd": 500}}');
    const current = commit('after');

    for (const command of before) run(command.replace('COMMIT', old));
    expect(read('code.ts')).toBe('before');
    expect(['removed-later.ts', 'added-later.ts'].map((name) => existsSync(join(folder, name)))).toEqual([
      true,
      false,
    ]);
    expect(read(FILE)).toBe('{"prod": {"monthlyBudgetUsd": 500}}');

    for (const command of after) run(command);
    expect(read('code.ts')).toBe('after');
    expect(run('git status --porcelain')).toBe('');
    expect(run('git rev-parse HEAD').trim()).toBe(current);
  });
});

it('the page of operator settings has an example that is valid, and every field', async () => {
  const { parseOperatorSettings } = await import('../../../lib/settings/operator-settings.ts');
  const page = readFileSync(`${ROOT}docs/operators/operator-settings.md`, 'utf8');
  const [, example = ''] = /```json\n([^`]*)```/.exec(page) ?? [];
  const { prod } = parseOperatorSettings(example, FILE);
  expect(Object.keys(prod).length).toBeGreaterThan(5);
  const fault = () => parseOperatorSettings('{"prod": {"x": 1}}', FILE);
  const [, fields = ''] = /Fields: (.*)\.$/.exec(messageOf(fault)) ?? [];
  expect(fields.split(', ').length).toBeGreaterThan(5);
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  for (const field of fields.split(', ')) expect(rows.join('\n')).toContain(`\`${field}\``);
});

function messageOf(action: () => unknown): string {
  try {
    return String(action());
  } catch (error) {
    return (error as Error).message;
  }
}
