import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { FUNCTIONS } from '../../lib/endpoints.ts';
import { COMPACT_ERRORS } from './compact-errors.ts';
import { buildHighways } from './highways.ts';
import { buildLazyModules, LAZY_IMPORTS } from './lazy-modules.ts';
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
 * Parts of the SDK that functions never use, and that only cost size and start-up: credentials are in Lambda's
 * environment, and endpoints are not discovered.
 */
const SDK_ALIASES = {
  '@aws-sdk/credential-provider-node': `${ROOT}shared/dynamodb/environment-credentials.ts`,
  '@aws-sdk/endpoint-cache': `${ROOT}shared/dynamodb/no-endpoint-cache.ts`,
  '@aws/lambda-invoke-store': `${ROOT}shared/dynamodb/runtime-invoke-store.ts`,
};

/** The SDK imports this where an operation streams events, which none of DynamoDB's does: 20 kB never run. */
const NEVER_LOADED = ['@smithy/core/event-streams'];

/** The SDK's client reads its version from its package.json: the rest of that file, 2 kB, is not carried along. */
const VERSION_ONLY: Plugin = {
  name: 'version-only',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]@aws-sdk[\\/][^\\/]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    }),
};

/** Modules inside the SDK's packages that are not needed here, by the end of their path, and what is bundled for them. */
const SDK_MODULES: readonly (readonly [path: RegExp, contents: string])[] = [
  [
    /client-dynamodb[\\/]dist-es[\\/]endpoint[\\/]endpointResolver\.js$/,
    `export { defaultEndpointResolver } from '${ROOT}shared/dynamodb/regional-endpoint.ts';`,
  ],
  // Only the endpoint rules ask for a region's partition.
  [/util-endpoints[\\/]lib[\\/]aws[\\/]partitions\.js$/, 'export const partitionsInfo = { partitions: [] };'],
  // Profiles of ~/.aws, the region of a virtual machine, retries at a learnt rate: Lambda's environment has none of them.
  [
    /shared-ini-file-loader[\\/]loadSharedConfigFiles\.js$/,
    `export { CONFIG_PREFIX_SEPARATOR } from './constants.js';
    export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
  ],
  [
    /regionConfig[\\/]getInstanceMetadataRegion\.js$/,
    'export const getInstanceMetadataRegion = async () => undefined;',
  ],
  [
    /retry[\\/]util-retry[\\/]AdaptiveRetryStrategy\.js$/,
    "export { StandardRetryStrategy as AdaptiveRetryStrategy } from './StandardRetryStrategy.js';",
  ],
  // Signs the messages of event streams, as above.
  [/signature-v4[\\/]dist-es[\\/]HeaderFormatter\.js$/, 'export class HeaderFormatter {}'],
  // Dates of every protocol, checked letter by letter: AWS writes them as JavaScript reads them.
  [
    /core[\\/]dist-es[\\/]submodules[\\/]serde[\\/]date-utils\.js$/,
    `const dateOf = (value) => (value == null ? undefined : new Date(value));
    export const dateToUtcString = (date) => date.toUTCString();
    export const parseRfc3339DateTime = dateOf;
    export const parseRfc3339DateTimeWithOffset = dateOf;
    export const parseRfc7231DateTime = dateOf;
    export const parseEpochTimestamp = (value) => (value == null ? undefined : new Date(Math.round(1000 * value)));`,
  ],
  // Parts of a request that HTTP traits of an operation name, and buckets: DynamoDB has neither.
  [
    /core[\\/]dist-es[\\/]submodules[\\/]protocols[\\/]HttpBindingNormalizedSchema\.js$/,
    'export const getHttpOperationBindings = () => []; export const HttpBindingNormalizedSchema = undefined;',
  ],
  [
    /middleware-endpoint[\\/]service-customizations[\\/]index\.js$/,
    'export const resolveParamsForS3 = async (parameters) => parameters;',
  ],
  // Lines of the SDK's own, for a logger that clients are not given.
  [
    /middleware-logger[\\/]loggerMiddleware\.js$/,
    `export const loggerMiddleware = () => (next) => next;
    export const loggerMiddlewareOptions = {};
    export const getLoggerPlugin = () => ({ applyToStack: () => {} });`,
  ],
  // What those lines would hide.
  [/client[\\/]smithy-client[\\/]schemaLogFilter\.js$/, 'export const schemaLogFilter = () => undefined;'],
  // Which of its features a client uses, told to AWS with every request; and which Node it will not support some day.
  [/middleware-user-agent[\\/]check-features\.js$/, 'export const checkFeatures = async () => {};'],
  [
    /client[\\/]emitWarningIfUnsupportedVersion\.js$/,
    'export const state = { warningEmitted: true }; export const emitWarningIfUnsupportedVersion = () => {};',
  ],
  // Base64 is checked letter by letter there, which takes longer than reading it: DynamoDB writes it right.
  [
    /serde[\\/]util-base64[\\/]fromBase64\.js$/,
    `export const fromBase64 = (input) => {
      const { buffer, byteOffset, byteLength } = Buffer.from(input, 'base64');
      return new Uint8Array(buffer, byteOffset, byteLength);
    };`,
  ],
  // SHA-256 in JavaScript, for a Node that was built without crypto.
  [/checksum[\\/]sha256[\\/]Sha256Js\.js$/, 'export const Sha256Js = undefined;'],
];

const NOT_NEEDED: Plugin = {
  name: 'not-needed',
  setup: ({ onLoad }) => {
    for (const [filter, contents] of SDK_MODULES) {
      onLoad({ filter }, ({ path }) => ({ contents, loader: 'js', resolveDir: dirname(path) }));
    }
  },
};

/** Makes the places file where it is missing, and the highways file, which takes no time. */
export async function buildData(): Promise<void> {
  if (!(await exists(PLACES_FILE))) await buildPlaces(PLACES_FILE);
  await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
}

/**
 * Bundles every function of `FUNCTIONS` into dist/functions/<name>/index.mjs, its lazily imported modules and
 * data files next to it; makes their data first.
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
    external: NEVER_LOADED,
    plugins: [VERSION_ONLY, NOT_NEEDED, COMPACT_ERRORS, LAZY_IMPORTS],
    absWorkingDir: ROOT,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  const lazy = await buildLazyModules({ ...BUNDLE_OPTIONS, alias: SDK_ALIASES }, metafile);
  for (const [path, contents] of lazy) files.set(path, contents);
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

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
