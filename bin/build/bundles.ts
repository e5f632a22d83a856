import { readdir, readFile, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { FUNCTIONS } from '../../lib/endpoints.ts';
import { buildHighways } from './highways.ts';
import { buildPlaces } from './places.ts';
import { putInPlace } from './put-in-place.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const BUNDLES_DIR = `${ROOT}dist/functions/`;
const PLACES_FILE = `${ROOT}shared/places/data/places.bin`;
const HIGHWAYS_FILE = `${ROOT}shared/places/data/highways.bin`;

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
  '@aws-sdk/credential-provider-node': `${ROOT}shared/dynamodb/environment-credentials.ts`,
};

/**
 * The adapter of the map service and its client are 226 kB that hardly any environment uses. They are a bundle of their
 * own, which functions import on demand; split by esbuild, a part of them would stay in the functions' own.
 */
const MAP_SERVICE = `${ROOT}shared/places/amazon-location-road-distances.ts`;
const MAP_BUNDLE = 'amazon-location';
const MAP_ON_DEMAND: Plugin = {
  name: 'map-on-demand',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/amazon-location-road-distances\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${MAP_BUNDLE}.mjs`, external: true } : undefined,
    ),
};

/** Makes the places file where it is missing, and the highways file, which takes no time. */
export async function buildData(): Promise<void> {
  if (!(await exists(PLACES_FILE))) await buildPlaces(PLACES_FILE);
  await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
}

/**
 * Bundles every function of `FUNCTIONS` into dist/functions/<name>/index.mjs, with its data files in the same folder;
 * makes their data first. One esbuild run makes all of them but those that may ask a map service.
 * @returns esbuild's account of what went into each bundle.
 */
export async function buildBundles(): Promise<Metafile> {
  await buildData();
  const [withMap, others] = [
    FUNCTIONS.filter(({ roadDistances }) => roadDistances),
    FUNCTIONS.filter(({ roadDistances }) => !roadDistances),
  ];
  const built = await Promise.all([
    run(others.map(({ function: name }) => ({ in: handlerOf(name), out: `${name}/index` }))),
    run(withMap.map(({ function: name }) => ({ in: MAP_SERVICE, out: `${name}/${MAP_BUNDLE}` }))),
    ...withMap.map(({ function: name }) =>
      run([{ in: handlerOf(name), out: 'index' }], {
        outdir: `${BUNDLES_DIR}${name}/`,
        splitting: true,
        plugins: [MAP_ON_DEMAND],
      }),
    ),
  ]);
  const metafile = {
    inputs: Object.assign({}, ...built.map(({ metafile: { inputs } }) => inputs)),
    outputs: Object.assign({}, ...built.map(({ metafile: { outputs } }) => outputs)),
  };
  const used = new Set(
    Object.keys(metafile.outputs)
      .filter((file) => /^(functions|shared)\//.test(metafile.outputs[file]?.entryPoint ?? ''))
      .flatMap((file) => [...closureOf(metafile, file, ['import-statement', 'dynamic-import'])]),
  );
  const outputFiles = built
    .flatMap((result) => result.outputFiles)
    .filter(({ path }) => used.has(relative(ROOT, path)));
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  for (const domain of new Set(FUNCTIONS.flatMap(({ data }) => data))) {
    const from = `${ROOT}shared/${domain}/data/`;
    for (const name of await readdir(from)) {
      const contents = await readFile(`${from}${name}`);
      for (const { function: of } of FUNCTIONS.filter(({ data }) => data.includes(domain))) {
        files.set(`${BUNDLES_DIR}${of}/data/${name}`, contents);
      }
    }
  }
  await putInPlace(BUNDLES_DIR, files);
  return metafile;
}

const handlerOf = (name: string): string => `${ROOT}functions/${name}/handler.ts`;

const run = (
  entryPoints: readonly { in: string; out: string }[],
  options: Pick<BuildOptions, 'outdir' | 'splitting' | 'plugins'> = {},
) =>
  build({
    ...BUNDLE_OPTIONS,
    write: false,
    entryPoints: [...entryPoints],
    outdir: BUNDLES_DIR,
    alias: SDK_ALIASES,
    absWorkingDir: ROOT,
    ...options,
  });

/** A file and all that it imports, of these kinds. */
function closureOf({ outputs }: Metafile, file: string, kinds: readonly string[]): ReadonlySet<string> {
  const found = new Set([file]);
  // A set goes on with what is added to it meanwhile.
  for (const each of found) {
    for (const { path, kind, external } of outputs[each]?.imports ?? []) {
      if (kinds.includes(kind) && !external) found.add(path);
    }
  }
  return found;
}

/** Bytes of code that each function reads at its start, by its name: files that it imports on demand do not count. */
export function bytesAtStart(metafile: Metafile): ReadonlyMap<string, number> {
  const bytesOf = (file: string) => metafile.outputs[file]?.bytes ?? 0;
  return new Map(
    FUNCTIONS.map(({ function: name }) => {
      const files = closureOf(metafile, `dist/functions/${name}/index.mjs`, ['import-statement']);
      return [name, [...files].reduce((sum, file) => sum + bytesOf(file), 0)];
    }),
  );
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
