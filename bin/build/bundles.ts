import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import type { DataDomain } from '../../functions/definition-types.ts';
import { FUNCTIONS } from '../../functions/definitions.ts';
import { NODE_MAJOR } from '../../lib/settings/node-version.mjs';
import { isCurrentLayout } from '../../shared/geography/places/place-index.ts';
import { buildClientTypes } from './client-types.ts';
import { DATA_SOURCES, HIGHWAYS_FILE, PLACES_FILE, UNFINISHED_FILE } from './data-files.ts';
import { hashSources } from './hash-files.ts';
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

const OPTIONS: BuildOptions & { write: false } = {
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
  absWorkingDir: ROOT,
};

/**
 * Bundles every function of `FUNCTIONS` into dist/functions/<name>/index.mjs, with its data files, unless the bundles are
 * those of the present sources. Builds the data first.
 */
export async function buildBundles(): Promise<void> {
  const folder = `${ROOT}dist/functions`;
  const stamp = `${folder}/sources`;
  await buildData();
  const sources = hashSources();
  if ((await readFile(stamp, 'utf8').catch(() => undefined)) === sources) return;
  // First, so that an interrupted build leaves no stamp.
  await rm(stamp, { force: true });
  await bundleInto(folder, (name) => `${name}/index`, false);
  if (hashSources() === sources) await writeFile(stamp, sources);
}

/**
 * Bundles all functions into one folder, dist/local-functions/<name>.mjs, for the local service: what they share is one file,
 * which is loaded once. Builds the data first.
 */
export async function buildLocalBundles(): Promise<void> {
  await buildData();
  await bundleInto(`${ROOT}dist/local-functions`, (name) => name, true);
}

/** @param placeOf the bundle of a function in the folder, without its extension; its data files are in `data` beside it. */
async function bundleInto(
  folder: string,
  placeOf: (name: string) => string,
  splitting: boolean,
): Promise<void> {
  const { outputFiles } = await build({
    ...OPTIONS,
    splitting,
    entryPoints: FUNCTIONS.map(({ function: name }) => ({
      in: `${ROOT}functions/${name}/handler.ts`,
      out: placeOf(name),
    })),
    outdir: folder,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path, withVersion(contents)]));
  for (const domain of new Set(FUNCTIONS.flatMap(({ data = [] }) => data))) {
    for (const { name, contents } of await dataOf(domain)) {
      for (const { function: of } of FUNCTIONS.filter(({ data }) => data?.includes(domain))) {
        files.set(join(folder, dirname(placeOf(of)), 'data', name), contents);
      }
    }
  }
  await syncFolder(folder, files);
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

async function dataOf(domain: DataDomain): Promise<{ name: string; contents: Uint8Array }[]> {
  const files = await Promise.all(
    DATA_SOURCES[domain].map(async (source) =>
      source.endsWith('/') ? (await readdir(source)).map((name) => `${source}${name}`) : [source],
    ),
  );
  return Promise.all(
    files
      .flat()
      .filter((file) => !UNFINISHED_FILE.test(file))
      .map(async (file) => ({ name: basename(file), contents: await readFile(file) })),
  );
}

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
