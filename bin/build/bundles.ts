import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { FUNCTIONS } from '../../lib/functions/endpoints.ts';
import type { DataDomain } from '../../lib/functions/function-definition.ts';
import { DATA_FOLDERS, HIGHWAYS_FILE, PLACES_FILE } from './data-files.ts';
import { buildHighways } from './highways.ts';
import { buildLazyModules, LAZY_IMPORTS } from './lazy-modules.ts';
import { buildPlaces } from './places.ts';
import { putInPlace } from './put-in-place.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const BUNDLES_DIR = `${ROOT}dist/functions/`;

/** Some packages are CommonJS inside and call require for Node's own modules, which an ESM bundle lacks. */
const REQUIRE_BANNER =
  "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);";

/** The flags of every bundle; the benchmark builds its yardstick with the same. */
export const BUNDLE_OPTIONS: BuildOptions & { metafile: true } = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: REQUIRE_BANNER },
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
  metafile: true,
};

/**
 * The only module of the SDK that is replaced: a function's credentials are in its environment, so the default chain is
 * AWS's own provider for that. The chain's other providers (profiles, SSO, container and instance metadata) are 135 kB.
 */
const SDK_ALIASES = {
  '@aws-sdk/credential-provider-node': `${ROOT}shared/platform/aws/environment-credentials.ts`,
};

/** Makes the places file where it is missing, and the highways file, which takes no time. */
export async function buildData(): Promise<void> {
  if (!(await exists(PLACES_FILE))) await buildPlaces(PLACES_FILE);
  await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
}

/**
 * Bundles every function of `FUNCTIONS` into dist/functions/<name>/index.mjs, with the modules that it imports on demand
 * and its data files in the same folder; makes their data first.
 * @returns esbuild's account of what went into each bundle.
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
  await putInPlace(BUNDLES_DIR, files);
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

/** Bytes of code that each function reads at its start, by its name: files that it imports on demand do not count. */
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
