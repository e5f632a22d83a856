import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/.bin/tsc');
const TABLE = 'lib/functions/endpoints.ts';
const SUITES = 'test/api/suites/every-stage-suite.ts';

let folder: string;

const run = (file: string, args: readonly string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(file, args, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
const scaffold = (...args: string[]) =>
  run(process.execPath, [join(ROOT, 'bin/scaffold.ts'), ...args, '--root', folder]);
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

/** Links every entry of a folder but those that are copied or written. */
function link(path: string, own: readonly string[]): void {
  mkdirSync(join(folder, path), { recursive: true });
  for (const entry of readdirSync(join(ROOT, path))) {
    const inner = join(path, entry);
    if (!own.some((one) => one === inner || one.startsWith(`${inner}/`))) {
      symlinkSync(join(ROOT, inner), join(folder, inner));
    }
  }
}

/** A copy of the project that has files of its own where the scaffold writes; these and what they import are compiled. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scaffold-'));
  const own = ['shared/quotes', 'lib/functions', 'test/api/suites', 'test/unit/quotes', 'functions'];
  for (const path of ['shared', 'lib', 'test', 'test/api', 'test/unit']) link(path, own);
  for (const path of own) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const path of ['node_modules', 'bin', 'clients', 'openapi', 'openapi.json', 'package.json', 'web'])
    symlinkSync(join(ROOT, path), join(folder, path));
  const config = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as Record<string, unknown>;
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ ...config, include: [...own, 'lib/**/*.d.ts'] }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the scaffold', () => {
  it('rejects an unknown method, a name or a room, and shows its usage', async () => {
    for (const args of [
      [],
      ['FETCH', '/api/v1/things', 'fetch-things', 'quotes'],
      ['GET', '/api/v1/things', 'List_Things', 'quotes'],
      ['GET', '/api/v1/things', 'list-things', 'cellar'],
      ['GET', 'things', 'list-things', 'quotes'],
    ]) {
      const { code, output } = await scaffold(...args);
      expect(output).toContain('Usage: npm run scaffold');
      expect(code).toBe(2);
    }
  });

  it('writes an endpoint that compiles, with its row and its suite', async () => {
    expect(await scaffold('GET', '/api/v1/things', 'list-things', 'quotes')).toMatchObject({ code: 0 });
    expect(await scaffold('PUT', '/v1/things/{thing_id}', 'replace-thing', 'quotes')).toMatchObject({
      code: 0,
    });
    expect(await scaffold('PATCH', '/v1/things/{thing_id}', 'change-thing', 'quotes')).toMatchObject({
      code: 0,
    });
    expect(read('functions/change-thing/handler.ts')).toContain('hasBody: true');

    expect(read(TABLE)).toMatch(
      /path: '\/api\/v1\/things',\s+function: 'list-things',\s+errorFormat: 'general',/,
    );
    expect(read(SUITES)).toContain('  listThingsSuite(service);\n');
    expect(await run(TSC, ['-p', 'tsconfig.json', '--preserveSymlinks'])).toEqual({ code: 0, output: '' });
  });

  it('has tests that fail until their TODOs are done', () => {
    for (const file of ['test/unit/quotes/list-things.test.ts', 'test/api/suites/list-things-suite.ts']) {
      expect(read(file)).toMatch(/throw new Error\('TODO: /);
    }
  });

  it('does not overwrite an endpoint', async () => {
    const before = [read(TABLE), read(SUITES)];
    const { code, output } = await scaffold('GET', '/api/v1/others', 'list-things', 'quotes');
    expect(output).toMatch(/exists\.\n$/);
    expect(code).toBe(1);
    expect([read(TABLE), read(SUITES)]).toEqual(before);
  });
});
