import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUNDLES_DIR, buildBundles, bytesAtStart } from '../../../bin/build/bundles.ts';
import { FUNCTIONS } from '../../../lib/functions/endpoints.ts';
import { bundleLimit, SEARCH_WITH_DOMAIN } from '../../support/bundle-limits.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const LIBRARY = 'opensearch-library.mjs';
const SEARCH_FUNCTIONS = ['index-terminals', 'reindex-terminals', 'search-terminals'];
const MAP_SERVICE = 'amazon-location-road-distances.mjs';

let metafile: Metafile;
let sizes: ReadonlyMap<string, number>;

beforeAll(async () => {
  metafile = await buildBundles();
  sizes = bytesAtStart(metafile);
});

describe('the bundle of', () => {
  it.each(FUNCTIONS.map(({ function: name }) => name))('%s is no larger than it may be', (name) => {
    const bytes = sizes.get(name) ?? 0;
    expect(bytes).toBeGreaterThan(500);
    // `npm run bench -- bundle` measures the CPU of a start.
    expect(bytes).toBeLessThanOrEqual(bundleLimit(name).bytes ?? Number.POSITIVE_INFINITY);
  });
});

describe('the AWS SDK in bundles', () => {
  it('is as AWS publishes it, but for the default credential chain', () => {
    const chain = Object.keys(metafile.inputs).filter((file) => /credential-provider-(?!env)/.test(file));
    expect(chain).toEqual([]);
    const ofSdk = Object.keys(metafile.inputs).filter((file) => /@(aws-sdk|smithy)\//.test(file));
    expect(ofSdk.length).toBeGreaterThan(300);
    expect(ofSdk.filter((file) => !file.startsWith('node_modules/'))).toEqual([]);
  });

  it('has one version, of all clients', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies })
      .filter(([name]) => /^@aws-sdk\/(client|lib)-/.test(name))
      .map(([, version]) => version);
    expect(versions.length).toBeGreaterThan(15);
    expect(new Set(versions).size).toBe(1);
  });

  it('has each of its packages once', () => {
    const packages = Object.keys(metafile.inputs).flatMap((file) => {
      const [, folder, name] = /^(.*node_modules\/)(@(?:aws-sdk|smithy)\/[^/]+)\//.exec(file) ?? [];
      return name === undefined ? [] : [`${folder}${name}`];
    });
    expect([...new Set(packages)].filter((one) => !one.startsWith('node_modules/@'))).toEqual([]);
  });
});

describe('the bundles of search with the OpenSearch client', () => {
  it.each(SEARCH_FUNCTIONS)('%s is no larger than it may be', (name) => {
    const library = metafile.outputs[`dist/functions/${name}/${LIBRARY}`]?.bytes ?? 0;
    expect(library).toBeGreaterThan(100_000);
    expect((sizes.get(name) ?? 0) + library).toBeLessThanOrEqual(SEARCH_WITH_DOMAIN.bytes ?? 0);
  });
});

describe('the client of the map service', () => {
  it('is a separate file in the functions that use road distances', () => {
    const having = Object.keys(metafile.outputs).filter((file) => file.endsWith(`/${MAP_SERVICE}`));
    const asking = FUNCTIONS.filter(({ roadDistances }) => roadDistances).map(({ function: name }) => name);
    expect(having.map((file) => file.split('/').at(-2)).sort()).toEqual(asking.sort());
    const ofClient = Object.entries(metafile.outputs)
      .filter(([, { inputs }]) => Object.keys(inputs).some((input) => input.includes('client-geo-routes')))
      .map(([file]) => file);
    expect(ofClient.filter((file) => !having.includes(file))).toEqual([]);
  });
});

/** Imports a bundle as the Lambda runtime does, and prints the files and the modules of Node that were loaded. */
const LOAD = `
  import { registerHooks } from 'node:module';
  const files = [];
  registerHooks({ load: (url, context, next) => (url.startsWith('file:') && files.push(url.split('/').at(-1)), next(url, context)) });
  const { handler } = await import(process.argv[1]);
  if (typeof handler !== 'function') throw new Error('no handler');
  const ofNode = process.moduleLoadList.map((one) => one.replace('NativeModule ', ''));
  console.log(JSON.stringify({ files, ofNode }));
`;

interface Loaded {
  readonly files: readonly string[];
  readonly ofNode: readonly string[];
}

function loadedBy(name: string, environment: Readonly<Record<string, string>> = {}): Loaded {
  const url = pathToFileURL(`${BUNDLES_DIR}${name}/index.mjs`).href;
  const env = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    TERMINALS_TABLE: 'terminals',
    TERMINALS_REFRESH_SECONDS: '20',
    RESPONSE_MISMATCH: 'report',
    ...environment,
  };
  const args = ['--input-type=module', '--eval', LOAD, url];
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }));
}

describe('node:http', () => {
  const UNDICI = 'internal/deps/undici/undici';

  it('is required by all bundles, and imported by none', () => {
    const used = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
    const kinds = used.filter(({ path }) => /^(node:)?http$/.test(path)).map(({ kind }) => kind);
    expect(kinds.length).toBeGreaterThan(50);
    expect(kinds.filter((kind) => kind !== 'require-call')).toEqual([]);
  });

  it('does not load undici at the start of a function, as its import would', () => {
    const { ofNode } = loadedBy('search-terminals');
    expect(ofNode).toContain('http');
    expect(ofNode).not.toContain(UNDICI);
    const script = "import 'node:http'; console.log(process.moduleLoadList.join())";
    const imported = execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
    expect(imported.toString()).toContain(UNDICI);
  });
});

describe('tracing', () => {
  const TRACING = 'xray-tracing.mjs';

  it('is a separate file of at most 8 kB in each function that calls AWS', () => {
    const having = Object.entries(metafile.outputs).filter(([file]) => file.endsWith(`/${TRACING}`));
    const names = FUNCTIONS.map(({ function: name }) => name);
    // One calls only the search domain, the others nothing.
    const others = ['index-terminals', 'read-api-description', 'search-places'];
    const calling = names.filter((name) => !others.includes(name));
    expect(having.map(([file]) => file.split('/').at(-2)).sort()).toEqual(calling.sort());
    for (const [, { bytes }] of having) expect(bytes).toBeLessThanOrEqual(8_000);
  });

  it('is loaded only where the environment has it on', () => {
    const on = { TRACING: 'xray', AWS_XRAY_DAEMON_ADDRESS: '127.0.0.1:2000' };
    expect(loadedBy('search-terminals').files).toEqual(['index.mjs']);
    expect(loadedBy('search-terminals', on).files).toEqual(['index.mjs', TRACING]);
  });
});

describe('the OpenSearch client', () => {
  it('is a file of its own in the functions that ask a search domain, and in no other bundle', () => {
    const having = Object.keys(metafile.outputs).filter((file) => file.endsWith(`/${LIBRARY}`));
    expect(having.map((file) => file.split('/').at(-2)).sort()).toEqual(SEARCH_FUNCTIONS);
    for (const [file, { inputs, imports }] of Object.entries(metafile.outputs)) {
      if (file.endsWith(`/${LIBRARY}`)) continue;
      expect(Object.keys(inputs).filter((input) => input.includes('@opensearch-project'))).toEqual([]);
      const kinds = imports.filter(({ path }) => path.endsWith(LIBRARY)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind !== 'dynamic-import')).toEqual([]);
    }
  });

  it('is not loaded by a search without a domain', () => {
    expect(loadedBy('search-terminals').files).toEqual(['index.mjs']);
  });

  it.each(SEARCH_FUNCTIONS)('is loaded by %s with a domain before the first request', (name) => {
    const environment = { OPENSEARCH_ENDPOINT: 'https://search.example' };
    expect(loadedBy(name, environment).files).toEqual(['index.mjs', LIBRARY]);
  });
});
