import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Metafile } from 'esbuild';
import { BUNDLES_DIR, buildBundles } from '../../bin/build/bundles.ts';
import { FUNCTIONS } from '../../lib/endpoints.ts';

/** Bytes, minified, data apart: what a cold start has to read (`npm run bench -- bundle` prints times, too). */
const MOST = 310_000;

/** Of index.mjs and the OpenSearch client together: what a function reads where its environment has a search domain. */
const MOST_WITH_DOMAIN = 520_000;

const LIBRARY = 'opensearch-library.mjs';
const SEARCH_FUNCTIONS = ['index-terminals', 'reindex-terminals', 'search-terminals'];

let outputs: Metafile['outputs'];

beforeAll(async () => {
  ({ outputs } = await buildBundles());
}, 60_000);

const output = (name: string, file: string) => outputs[`dist/functions/${name}/${file}`];

describe('the bundle of', () => {
  it.each(FUNCTIONS.map(({ function: name }) => name))('%s is no larger than it may be', (name) => {
    const bytes = output(name, 'index.mjs')?.bytes ?? 0;
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(MOST);
  });

  it.each(SEARCH_FUNCTIONS)('%s with the OpenSearch client is no larger than it may be', (name) => {
    const [index = 0, library = 0] = ['index.mjs', LIBRARY].map((file) => output(name, file)?.bytes);
    expect(library).toBeGreaterThan(100_000);
    expect(index + library).toBeLessThanOrEqual(MOST_WITH_DOMAIN);
  });
});

/** Imports a bundle as the Lambda runtime does, and prints the files that were loaded. */
const LOAD = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (url.startsWith('file:') && loaded.push(url.split('/').at(-1)), next(url, context)) });
  const { handler } = await import(process.argv[1]);
  if (typeof handler !== 'function') throw new Error('no handler');
  console.log(JSON.stringify(loaded));
`;

function loadedBy(name: string, environment: Readonly<Record<string, string>>): string[] {
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

describe('the OpenSearch client', () => {
  it('is a file of its own in the functions that ask a search domain, and in no other bundle', () => {
    const having = Object.keys(outputs).filter((file) => file.endsWith(`/${LIBRARY}`));
    expect(having.map((file) => file.split('/').at(-2)).sort()).toEqual(SEARCH_FUNCTIONS);
    for (const [file, { inputs, imports }] of Object.entries(outputs)) {
      if (file.endsWith(`/${LIBRARY}`)) continue;
      expect(Object.keys(inputs).filter((input) => input.includes('@opensearch-project'))).toEqual([]);
      const kinds = imports.filter(({ path }) => path.endsWith(LIBRARY)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind !== 'dynamic-import')).toEqual([]);
    }
  });

  it('is not loaded by a search without a domain', () => {
    expect(loadedBy('search-terminals', {})).toEqual(['index.mjs']);
  });

  it.each(SEARCH_FUNCTIONS)('is loaded by %s with a domain before the first request', (name) => {
    const environment = { OPENSEARCH_ENDPOINT: 'https://search.example' };
    expect(loadedBy(name, environment)).toEqual(['index.mjs', LIBRARY]);
  });
});
