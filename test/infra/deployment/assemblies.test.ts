import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TABLES_WITH_TIME_TO_LIVE } from '../../smoke/store-checks.ts';
import { synthesizedTemplates } from '../../support/synthesized-templates.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = [
  'bin',
  'lib',
  'functions',
  'shared',
  'openapi.json',
  'docs/glossary.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Forty days and some hours on, in another part of the world. */
const LATER = `const Now = Date;
const ahead = 40.3 * 24 * 3600 * 1000;
globalThis.Date = class extends Now {
  constructor(...given) { given.length === 0 ? super(Now.now() + ahead) : super(...given); }
  static now() { return Now.now() + ahead; }
};`;

const REPORT = 'validation-report.json';

interface Artifact {
  readonly type: string;
  readonly properties?: { readonly terminationProtection?: boolean; readonly tags?: object };
}

let folder: string;
/** The assembly of prod, with its templates validated. */
let prod: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-again-'));
  // Not those of the repository, which are an operator's: an owner there would change the tags.
  await writeFile(join(folder, 'settings.json'), '{}');
  prod = await synthesize(ROOT, 'prod', { CDK_VALIDATION: 'true' });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Synthesizes as the CDK's command line has the app do it. @returns the folder of the assembly. */
async function synthesize(root: string, environment: string, variables: object = {}): Promise<string> {
  const output = join(folder, `${environment}-${root === ROOT ? 'here' : 'there'}`);
  await promisify(execFile)(process.execPath, [join(root, 'bin/app.ts')], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CDK_OUTDIR: output,
      CDK_CONTEXT_JSON: JSON.stringify({ environment }),
      OPERATOR_SETTINGS_FILE: join(folder, 'settings.json'),
      ...variables,
    },
  });
  return output;
}

async function manifestOf(assembly: string): Promise<[string, Artifact][]> {
  const { artifacts } = JSON.parse(await readFile(join(assembly, 'manifest.json'), 'utf8'));
  return Object.entries<Artifact>(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
}

describe('an assembly', () => {
  it('is the same, byte for byte, from another folder, at a later time: deployed again, it changes nothing', async () => {
    const there = join(folder, 'another', 'clone of it');
    // The version is the commit of the sources, so the copy has the history; a source archive has none on both sides.
    await promisify(execFile)('git', ['clone', '--quiet', ROOT, there]).catch(() => {});
    for (const source of SOURCES) {
      await rm(join(there, source), { recursive: true, force: true });
      await cp(join(ROOT, source), join(there, source), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(there, 'node_modules'));
    const later = join(folder, 'later.mjs');
    await writeFile(later, LATER);

    const again = await synthesize(there, 'prod', {
      NODE_OPTIONS: `--import ${later}`,
      TZ: 'Pacific/Auckland',
      LANG: 'tr_TR.UTF-8',
      USER: 'somebody-else',
    });

    const names = (await readdir(prod)).filter((name) => name !== REPORT).sort();
    expect((await readdir(again)).sort()).toEqual(names);
    // Templates by their text; functions by the hash of their files, which their folders and templates are named by.
    const deployed = names.filter((name) => /\.(template|assets)\.json$/.test(name));
    expect(deployed.length).toBeGreaterThanOrEqual(10);
    expect(names.filter((name) => name.startsWith('asset.')).length).toBeGreaterThan(30);

    for (const name of deployed) {
      const text = await readFile(join(prod, name), 'utf8');
      expect([name, (await readFile(join(again, name), 'utf8')) === text]).toEqual([name, true]);
      expect(text).not.toContain(ROOT);
    }
  });

  it('of prod is what CloudFormation takes, with its stacks protected from deletion', async () => {
    // Errors end the synthesis; warnings are in here.
    const found = JSON.parse(await readFile(join(prod, REPORT), 'utf8'));
    expect(found.pluginReports).toEqual([]);
    const stacks = await manifestOf(prod);
    expect(stacks.length).toBeGreaterThanOrEqual(4);
    for (const [stack, { properties }] of stacks) {
      expect([stack, properties?.terminationProtection === true]).toEqual([stack, true]);
      expect(properties?.tags).toEqual({ environment: 'prod', service: 'freight-rates-and-quotes' });
    }
  });
});

it('npm run smoke checks all tables with a time to live, and no other', async () => {
  const { data } = await synthesizedTemplates('dev');
  const found = Object.entries(data.Resources)
    .filter(([, { Properties }]) => Properties?.TimeToLiveSpecification !== undefined)
    .map(([logicalId]) => logicalId.replace(/table[0-9A-F]{8}$/, ''));
  expect(found.toSorted()).toEqual([...TABLES_WITH_TIME_TO_LIVE].toSorted());
});
