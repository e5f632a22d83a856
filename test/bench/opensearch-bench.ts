import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { BUNDLES_DIR, buildBundles } from '../../bin/build/bundles.ts';
import { createOpenSearchTerminalSearch } from '../../shared/terminals/opensearch/opensearch-terminal-search.ts';
import { buildEmbeddedSearch } from '../../shared/terminals/search/embedded-terminal-search.ts';
import type { TerminalQuery, TerminalSearch } from '../../shared/terminals/search/terminal-search.ts';
import { randomQuery } from '../contract/terminals/random-query.ts';
import { seededRandom, syntheticTerminals } from '../contract/terminals/synthetic-terminals.ts';
import { indexTerminals, startOwnOpenSearch, testClient } from '../support/opensearch-node.ts';
import { median } from './median.ts';
import { amount } from './short.ts';

/** Measures both searches with the same queries in sequence, at three sizes, and the cost of the function with each. */
const SIZES = amount([300, 10_000, 100_000], [300]);
const WARM_UP = amount(500, 20);
const QUERIES = amount(2_000, 50);
const START_RUNS = amount(11, 1);

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`.padStart(9);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function timesOf(search: TerminalSearch, queries: readonly TerminalQuery[]): Promise<number[]> {
  const times: number[] = [];
  for (const [number, query] of queries.entries()) {
    const start = performance.now();
    await search.search(query);
    if (number >= WARM_UP) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

const heapUsed = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
};

const line = (engine: string, build: number, times: readonly number[], memory: string) =>
  console.log(
    `  ${engine.padEnd(11)} build ${ms(build)}  p50 ${ms(quantile(times, 0.5))}  p99 ${ms(quantile(times, 0.99))}  worst ${ms(quantile(times, 1))}  ${memory}`,
  );

const node = await startOwnOpenSearch();
const client = testClient(node.endpoint);
try {
  for (const size of SIZES) {
    const random = seededRandom(7);
    const terminals = syntheticTerminals(size, random);
    const queries = Array.from({ length: WARM_UP + QUERIES }, () => randomQuery(random, terminals));
    console.log(`${size} terminals, ${QUERIES} random queries`);

    const before = heapUsed();
    let start = performance.now();
    const embedded = buildEmbeddedSearch(terminals);
    const build = performance.now() - start;
    const memory = heapUsed() - before;
    line('embedded', build, await timesOf(embedded, queries), `${megabytes(memory)} of the function's heap`);

    start = performance.now();
    const { alias } = await indexTerminals(client, terminals);
    const indexed = performance.now() - start;
    const times = await timesOf(createOpenSearchTerminalSearch(client, alias), queries);
    line(
      'OpenSearch',
      indexed,
      times,
      `${megabytes(await storeBytes(`${alias}-000001`))} on the node's disk`,
    );
  }
} finally {
  client.close();
  await node.stop();
}

async function storeBytes(index: string): Promise<number> {
  const { body } = await client.send((library, options) =>
    library.indices.stats({ index, metric: 'store' }, options),
  );
  const found = body as { _all: { primaries: { store: { size_in_bytes: number } } } };
  return found._all.primaries.store.size_in_bytes;
}

/** Imports the bundle as the Lambda runtime does and prints the CPU time used, in µs. */
const MEASURE = `await import(process.argv[1]); const { user, system } = process.cpuUsage(); console.log(user + system);`;
const ENVIRONMENT = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  TERMINALS_TABLE: 'terminals',
  TERMINALS_REFRESH_SECONDS: '20',
  RESPONSE_MISMATCH: 'report',
};

await buildBundles();
const bundle = `${BUNDLES_DIR}search-terminals/index.mjs`;
const engines = [
  ['embedded alone', {}],
  ['OpenSearch before embedded', { OPENSEARCH_ENDPOINT: 'https://search.example' }],
] as const;
const cpu = engines.map((): number[] => []);
for (let run = 0; run < START_RUNS; run += 1) {
  for (const [index, [, more]] of engines.entries()) {
    const args = ['--input-type=module', '--eval', MEASURE, pathToFileURL(bundle).href];
    const output = execFileSync(process.execPath, args, {
      env: { ...ENVIRONMENT, ...more },
      encoding: 'utf8',
    });
    cpu[index]?.push(Number(output) / 1000);
  }
}
const kilobytes = (file: string) => (statSync(file).size / 1000).toFixed(1);
console.log(
  `search-terminals: ${kilobytes(bundle)} kB minified, and with a domain ${kilobytes(bundle.replace('index', 'opensearch-library'))} kB of the OpenSearch client`,
);
engines.forEach(([name], index) => {
  console.log(
    `  ${name.padEnd(28)} CPU to handler ready ${ms(median(cpu[index] ?? []))} (median of ${START_RUNS})`,
  );
});
