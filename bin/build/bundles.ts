import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, stop } from 'esbuild';
import type { DataDomain } from '../../functions/definition-types.ts';
import { FUNCTIONS } from '../../functions/definitions.ts';
import { NODE_MAJOR } from '../../lib/settings/node-version.mjs';
import { isCurrentLayout } from '../../shared/geography/places/place-index.ts';
import { buildClientTypes } from './client-types.ts';
import { DATA_SOURCES, HIGHWAYS_FILE, PLACES_FILE, UNFINISHED_FILE } from './data-files.ts';
import { createBundleHash, hashSources } from './hash-files.ts';
import { buildHighways } from './highways.ts';
import { buildPlaces } from './places.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Some packages contain CommonJS and call require for Node modules; an ESM bundle has no require. */
const REQUIRE_BANNER =
  "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);";

/**
 * Replaces the default credential chain of the SDK by its environment provider, since functions have their credentials in
 * environment variables. The other providers (profiles, SSO, container and instance metadata) take 135 kB.
 */
const SDK_ALIAS = {
  '@aws-sdk/credential-provider-node': `${ROOT}shared/platform/aws/environment-credentials.ts`,
};

/** Builds what is not in Git: the places file if it is missing or has an older layout, and always the others, which is fast. */
export async function buildData(): Promise<void> {
  buildClientTypes();
  if (!(await isPlacesFile(PLACES_FILE))) await buildPlaces(PLACES_FILE);
  await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
}

/** Replaced in each bundle by its version, which has as many characters. */
const VERSION_PLACEHOLDER = '@bundle-ver@';

const OPTIONS = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: `node${NODE_MAJOR}`,
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: REQUIRE_BANNER },
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
  define: { BUNDLE_VERSION: JSON.stringify(VERSION_PLACEHOLDER) },
  alias: SDK_ALIAS,
  write: false,
  metafile: true,
  absWorkingDir: ROOT,
} as const satisfies BuildOptions;

/** By function: the sources of its bundle, and the hash of them and of its data files. */
type Stamp = Readonly<Record<string, { readonly sources: readonly string[]; readonly hash: string }>>;

/**
 * Bundles every function of `FUNCTIONS` into dist/functions/<name>/index.mjs, with its data files, unless its bundle is that
 * of the present sources. Builds the data first.
 */
export async function buildBundles(): Promise<void> {
  const folder = `${ROOT}dist/functions`;
  const stampFile = `${folder}/sources.json`;
  await buildData();
  const before = hashSources();
  const hashOf = createBundleHash();
  const stamp: Stamp = await readFile(stampFile, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  const stale = FUNCTIONS.filter(({ function: name, data }) => {
    const stamped = stamp[name];
    const isCurrent = stamped?.hash === hashOf([...(stamped?.sources ?? []), ...dataFiles(data)]);
    return !isCurrent || !existsSync(`${folder}/${name}/index.mjs`);
  });
  if (stale.length === 0) return;
  // First, so that an interrupted build leaves no stamp.
  await rm(stampFile, { force: true });
  const { files, sourcesOf } = await bundle(stale, folder, (name) => `${name}/index`, false);
  for (const { function: name } of stale) {
    const ofFunction = [...files].filter(([path]) => path.startsWith(`${folder}/${name}/`));
    await syncFolder(`${folder}/${name}`, new Map(ofFunction));
  }
  const functions = new Set(FUNCTIONS.map(({ function: name }) => name));
  for (const name of await readdir(folder)) {
    if (!functions.has(name)) await rm(`${folder}/${name}`, { recursive: true });
  }
  if (hashSources() !== before) return;
  const stamped = stale.map(({ function: name, data }) => {
    const sources = sourcesOf(name);
    return [name, { sources, hash: hashOf([...sources, ...dataFiles(data)]) }];
  });
  await writeFile(stampFile, JSON.stringify({ ...stamp, ...Object.fromEntries(stamped) }));
}

/**
 * Bundles all functions into one folder, dist/local-functions/<name>.mjs, for the local service: what they share is one file,
 * which is loaded once. Builds the data first.
 */
export async function buildLocalBundles(): Promise<void> {
  await buildData();
  const folder = `${ROOT}dist/local-functions`;
  await syncFolder(folder, (await bundle(FUNCTIONS, folder, (name) => name, true)).files);
}

/**
 * @param placeOf the bundle of a function in the folder, without its extension; its data files are in `data` beside it.
 * @returns files by path, and the sources of a function, without those of packages.
 */
async function bundle(
  functions: typeof FUNCTIONS,
  folder: string,
  placeOf: (name: string) => string,
  splitting: boolean,
) {
  const handlerOf = (name: string) => `functions/${name}/handler.ts`;
  // esbuild is a Go program. Without garbage collection it takes a fifth less time, and a tenth more memory until it stops.
  process.env.GOGC ??= 'off';
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    splitting,
    entryPoints: functions.map(({ function: name }) => ({ in: handlerOf(name), out: placeOf(name) })),
    outdir: folder,
  });
  await stop();
  const files = new Map(outputFiles.map(({ path, contents }) => [path, withVersion(contents)]));
  for (const { function: name, data } of functions) {
    for (const file of dataFiles(data)) {
      files.set(join(folder, dirname(placeOf(name)), 'data', basename(file)), await readFile(file));
    }
  }
  const sourcesOf = (name: string): string[] => {
    const found = new Set([handlerOf(name)]);
    // Iterates over the sources that it adds, too.
    for (const source of found) {
      for (const { path, external } of metafile.inputs[source]?.imports ?? []) {
        if (external !== true) found.add(path);
      }
    }
    return [...found].filter((source) => !source.includes('node_modules/'));
  };
  return { files, sourcesOf };
}

/**
 * Writes the hash of a bundle into it. A commit in its place, or in the environment of the functions, would change all
 * functions with each release.
 */
function withVersion(contents: Uint8Array): Uint8Array {
  const version = createHash('sha256').update(contents).digest('hex').slice(0, VERSION_PLACEHOLDER.length);
  return Buffer.from(
    Buffer.from(contents).toString('latin1').replaceAll(VERSION_PLACEHOLDER, version),
    'latin1',
  );
}

const dataFiles = (domains: readonly DataDomain[] = []): string[] =>
  domains
    .flatMap((domain) => DATA_SOURCES[domain])
    .flatMap((source) =>
      source.endsWith('/') ? readdirSync(source).map((name) => `${source}${name}`) : [source],
    )
    .filter((file) => !UNFINISHED_FILE.test(file));

async function isPlacesFile(file: string): Promise<boolean> {
  return readFile(file).then(
    (bytes) => isCurrentLayout(Uint8Array.from(bytes)),
    () => false,
  );
}

/**
 * Writes these files, given by absolute path, and removes all others from the folder. Each file is replaced atomically, so
 * that concurrent readers and builds never see an incomplete file. Unchanged files are not written.
 */
async function syncFolder(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const wanted = new Map([...files].map(([path, contents]) => [resolve(path), contents]));
  for (const [path, contents] of wanted) {
    if (await holds(path, contents)) continue;
    await mkdir(dirname(path), { recursive: true });
    // Outside of the folder, so that readers do not find it.
    const unfinished = `${resolve(folder)}.${randomUUID()}`;
    await writeFile(unfinished, contents);
    await rename(unfinished, path);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = resolve(join(entry.parentPath, entry.name));
    if (!entry.isDirectory() && !wanted.has(path)) await rm(path, { force: true });
  }
}

async function holds(path: string, contents: Uint8Array): Promise<boolean> {
  const found = await readFile(path).catch(() => undefined);
  return found?.equals(contents) ?? false;
}
