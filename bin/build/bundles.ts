import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import type { DataDomain } from '../../functions/definition-types.ts';
import { ENDPOINTS, FUNCTIONS } from '../../functions/definitions.ts';
import { NODE_MAJOR } from '../../lib/settings/node-version.mjs';
import { isCurrentLayout } from '../../shared/geography/places/places-file.ts';
import { DATA_SOURCES, HIGHWAYS_FILE, PLACES_FILE, UNFINISHED_FILE } from './data-files.ts';
import { buildHighways } from './highways.ts';
import { HTTP_BY_REQUIRE } from './http-by-require.ts';
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
 * environment variables. The other providers (profiles, SSO, container and instance metadata) take 135 kB. The second one:
 * see `mcp-shims.ts`.
 */
const SDK_ALIASES = {
  '@aws-sdk/credential-provider-node': `${ROOT}shared/platform/aws/environment-credentials.ts`,
  '@modelcontextprotocol/server/_shims': `${ROOT}bin/build/mcp-shims.ts`,
};

/** Builds the places file if it is missing or has an older layout, and always the highways file, which is fast. */
export async function buildData(): Promise<void> {
  if (!(await isPlacesFile(PLACES_FILE))) await buildPlaces(PLACES_FILE);
  await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
}

/**
 * Bundles every function of `FUNCTIONS` into dist/functions/<name>/index.mjs, with its lazy modules and data files in the
 * same folder. Builds the data first.
 * @returns the metafile of esbuild.
 */
export async function buildBundles(): Promise<Metafile> {
  await buildData();
  // The authorizer answers in the error format of each endpoint, and no bundle contains the list of all.
  const errorFormats = Object.fromEntries(ENDPOINTS.map(({ path, errorFormat }) => [path, errorFormat]));
  const define = { ERROR_FORMATS_OF_PATHS: JSON.stringify(errorFormats) };
  const options = { ...BUNDLE_OPTIONS, define, alias: SDK_ALIASES, plugins: [HTTP_BY_REQUIRE] };
  const { metafile, outputFiles } = await build({
    ...options,
    plugins: [LAZY_IMPORTS, ...options.plugins],
    write: false,
    entryPoints: FUNCTIONS.map(({ function: name }) => ({
      in: `${ROOT}functions/${name}/handler.ts`,
      out: `${name}/index`,
    })),
    outdir: BUNDLES_DIR,
    absWorkingDir: ROOT,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  const lazy = await buildLazyModules(options, metafile);
  for (const [path, contents] of lazy) files.set(path, contents);
  for (const domain of new Set(FUNCTIONS.flatMap(({ data = [] }) => data))) {
    for (const { name, contents } of await dataOf(domain)) {
      for (const { function: of } of FUNCTIONS.filter(({ data }) => data?.includes(domain))) {
        files.set(`${BUNDLES_DIR}${of}/data/${name}`, contents);
      }
    }
  }
  await syncFolder(BUNDLES_DIR, files);
  return metafile;
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

/** Bytes of code that each function loads at its start, by function name; without lazy modules. */
export const bytesAtStart = ({ outputs }: Metafile): ReadonlyMap<string, number> =>
  new Map(
    FUNCTIONS.map(({ function: name }) => [name, outputs[`dist/functions/${name}/index.mjs`]?.bytes ?? 0]),
  );

async function isPlacesFile(file: string): Promise<boolean> {
  return readFile(file).then(
    (bytes) => isCurrentLayout(Uint8Array.from(bytes)),
    () => false,
  );
}
