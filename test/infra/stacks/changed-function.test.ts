import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readTemplates, type Templates } from '../../support/synthesized-templates.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = [
  'bin',
  'functions',
  'lib',
  'shared',
  'docs',
  'openapi',
  'openapi.json',
  'operator-settings.json',
  'package.json',
];

let folder: string;
let before: Templates;
let after: Templates;

/** Builds and synthesizes prod from the copy of the sources. */
async function synthesize(name: string): Promise<Templates> {
  const output = join(folder, name);
  await promisify(execFile)(process.execPath, [join(folder, 'bin/app.ts')], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CDK_OUTDIR: output,
      CDK_CONTEXT_JSON: JSON.stringify({ environment: 'prod', 'aws:cdk:bundling-stacks': ['**'] }),
    },
  });
  return readTemplates(output, 'prod');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-changed-'));
  for (const name of SOURCES) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  before = await synthesize('before');
  await appendFile(join(folder, 'functions/list-keys/handler.ts'), "process.title = 'changed';\n");
  after = await synthesize('after');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Resources that one release has and the other has not, or has otherwise, by type and construct. */
function differences(one: Templates, other: Templates): string[] {
  const resourcesOf = (templates: Templates) =>
    Object.entries(templates).flatMap(([stack, { Resources }]) =>
      Object.entries(Resources).map(([id, resource]) => [`${stack} ${id}`, resource] as const),
    );
  const known = new Map(resourcesOf(other).map(([id, resource]) => [id, JSON.stringify(resource)]));
  return resourcesOf(one)
    .filter(([id, resource]) => known.get(id) !== JSON.stringify(resource))
    .map(([id, { Type }]) => `${Type} ${id.replace(/[0-9A-F]{8}.*$/, '')}`)
    .toSorted();
}

it('a changed line in a handler changes one function, publishes one version and moves one alias', () => {
  const expected = [
    'AWS::Lambda::Alias api listkeyslive',
    'AWS::Lambda::Function api listkeysFunction',
    'AWS::Lambda::Version api listkeysFunctionCurrentVersion',
  ];
  expect(differences(after, before)).toEqual(expected);
  expect(differences(before, after)).toEqual(expected);
});
