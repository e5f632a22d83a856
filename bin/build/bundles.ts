import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { FUNCTIONS } from '../../lib/functions/endpoints.ts';
import type { DataDomain } from '../../lib/functions/function-definition.ts';
import { NODE_MAJOR } from '../../lib/settings/node-version.mjs';
import { DATA_FOLDERS, HIGHWAYS_FILE, PLACES_FILE } from './data-files.ts';
import { buildHighways } from './highways.ts';
import { buildLazyModules, LAZY_IMPORTS } from './lazy-modules.ts';
import { buildPlaces } from './places.ts';
import { syncFolder } from './sync-folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const BUNDLES_DIR = `${ROOT}dist/functions/`;

/** Some packages contain CommonJS and call require for Node modules; an ESM bundle has no require. */
const REQUIRE_BANNER =
  "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);";

/** Build options of all bundles; the bundle benchmark uses the same. */
export const BUNDLE_OPTIONS: BuildOptions & { metafile: true } = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: `node${NODE_MAJOR}`,
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: REQUIRE_BANNER },
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
  metafile: true,
};

/**
 * Replaces the default credential chain of the SDK by its environment provider, since functions have their credentials in
 * environment variables. The other providers (profiles, SSO, container and instance metadata) take 135 kB.
 */
const SDK_ALIASES = {
  '@aws-sdk/credential-provider-node': `${ROOT}shared/platform/aws/environment-credentials.ts`,
};

/** Builds the places file if it is missing, and always the highways file, which is fast. */
export async function buildData(): Promise<void> {
  if (!(await exists(PLACES_FILE))) await buildPlaces(PLACES_FILE);
  await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
}

/**
 * Bundles every function of `FUNCTIONS` into dist/functions/<name>/index.mjs, with its lazy modules and data files in the
 * same folder. Builds the data first.
 * @returns the metafile of esbuild.
 */
export async function buildBundles(): Promise<Metafile> {
  await buildData();
  const { metafile, outputFiles } = await build({
    ...BUNDLE_OPTIONS,
    write: false,
    entryPoints: FUNCTIONS.map(({ function: name }) => ({
      in: `${ROOT}functions/${name}/handler.ts`,
      out: `${name}/index`,
    })),
    outdir: BUNDLES_DIR,
    alias: SDK_ALIASES,
    plugins: [LAZY_IMPORTS],
    absWorkingDir: ROOT,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  const lazy = await buildLazyModules({ ...BUNDLE_OPTIONS, alias: SDK_ALIASES }, metafile);
  for (const [path, contents] of lazy) files.set(path, contents);
  for (const domain of new Set(FUNCTIONS.flatMap(({ data }) => data))) {
    for (const { name, contents } of await dataOf(domain)) {
      for (const { function: of } of FUNCTIONS.filter(({ data }) => data.includes(domain))) {
        files.set(`${BUNDLES_DIR}${of}/data/${name}`, contents);
      }
    }
  }
  await syncFolder(BUNDLES_DIR, files);
  return metafile;
}

async function dataOf(domain: DataDomain): Promise<{ name: string; contents: Uint8Array }[]> {
  const folders = await Promise.all(
    DATA_FOLDERS[domain].map(async (folder) => (await readdir(folder)).map((name) => ({ folder, name }))),
  );
  return Promise.all(
    folders.flat().map(async ({ folder, name }) => ({ name, contents: await readFile(`${folder}${name}`) })),
  );
}

/** Bytes of code that each function loads at its start, by function name; without lazy modules. */
export const bytesAtStart = ({ outputs }: Metafile): ReadonlyMap<string, number> =>
  new Map(
    FUNCTIONS.map(({ function: name }) => [name, outputs[`dist/functions/${name}/index.mjs`]?.bytes ?? 0]),
  );

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
