import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readServiceModel } from '../../../lib/local/template/read-service-model.ts';

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

interface Artifact {
  readonly type: string;
  readonly properties?: { readonly terminationProtection?: boolean; readonly tags?: object };
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-again-'));
  // Not those of the repository, which are an operator's: an owner there would change the tags.
  await writeFile(join(folder, 'settings.json'), '{}');
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

    const first = await synthesize(ROOT, 'prod', { CDK_VALIDATION: 'false' });
    const again = await synthesize(there, 'prod', {
      CDK_VALIDATION: 'false',
      NODE_OPTIONS: `--import ${later}`,
      TZ: 'Pacific/Auckland',
      LANG: 'tr_TR.UTF-8',
      USER: 'somebody-else',
    });

    const names = (await readdir(first)).sort();
    expect((await readdir(again)).sort()).toEqual(names);
    // Templates by their text; functions by the hash of their files, which their folders and templates are named by.
    const deployed = names.filter((name) => /\.(template|assets)\.json$/.test(name));
    expect(deployed.length).toBeGreaterThanOrEqual(11);
    expect(names.filter((name) => name.startsWith('asset.')).length).toBeGreaterThan(30);

    for (const name of deployed) {
      const text = await readFile(join(first, name), 'utf8');
      expect([name, (await readFile(join(again, name), 'utf8')) === text]).toEqual([name, true]);
      expect(text).not.toContain(ROOT);
    }
  });

  it('of this machine stays as it is when the sources change, for the service that runs from it', async () => {
    const clone = join(folder, 'edited');
    for (const source of [...SOURCES, 'cdk.json']) {
      await cp(join(ROOT, source), join(clone, source), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    const start = async () => {
      const script = join(clone, 'bin/build/synthesize-local.ts');
      return (await promisify(execFile)(process.execPath, [script], { cwd: clone })).stdout.trim();
    };
    const bundleOf = async (assembly: string): Promise<string> => {
      const { functions } = readServiceModel(assembly);
      const bundle = functions.find(({ name }) => name.includes('createquote'))?.bundleDir ?? '';
      return readFile(join(bundle, 'index.mjs'), 'utf8');
    };
    const handler = join(clone, 'functions/create-quote/handler.ts');
    const source = await readFile(handler, 'utf8');

    const first = await start();
    const released = await bundleOf(first);
    await writeFile(handler, `${source}\nglobalThis.edited = true;\n`);
    const second = await start();

    expect(second).not.toBe(first);
    expect(await bundleOf(first)).toBe(released);
    expect(await bundleOf(second)).toContain('edited');
    await writeFile(handler, source);
    expect(await start()).toBe(first);
  });

  it.each([
    ['prod', true],
    ['staging', false],
  ])(
    'of %s is what CloudFormation takes, with its stacks protected from deletion: %s',
    async (environment, protectedStacks) => {
      const assembly = await synthesize(ROOT, environment);
      // Errors end the synthesis; warnings are in here.
      const found = JSON.parse(await readFile(join(assembly, 'validation-report.json'), 'utf8'));
      expect(found.pluginReports).toEqual([]);
      const stacks = await manifestOf(assembly);
      expect(stacks.length).toBeGreaterThanOrEqual(5);
      for (const [stack, { properties }] of stacks) {
        expect([stack, properties?.terminationProtection === true]).toEqual([stack, protectedStacks]);
        expect(properties?.tags).toEqual({ environment, service: 'freight-rates-and-quotes' });
      }
    },
  );
});
