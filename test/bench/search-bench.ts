import { buildEmbeddedSearch } from '../../shared/terminals/search/embedded-terminal-search.ts';
import { randomQuery } from '../contract/terminals/random-query.ts';
import { seededRandom, syntheticTerminals } from '../contract/terminals/synthetic-terminals.ts';
import { median } from './median.ts';
import { amount } from './short.ts';

/** Times of the embedded search at the size in design section 5; run with `node test/bench/search-bench.ts`. */
const TERMINALS = amount(10_000, 500);
const WARM_UP = amount(2_000, 20);
const QUERIES = amount(10_000, 100);
const BUILDS = amount(5, 1);

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const milliseconds = (value: number) => `${value.toFixed(3)} ms`;

const random = seededRandom(7);
const terminals = syntheticTerminals(TERMINALS, random);

const builds: number[] = [];
for (let count = 0; count < BUILDS; count += 1) {
  const start = performance.now();
  buildEmbeddedSearch(terminals);
  builds.push(performance.now() - start);
}

const search = buildEmbeddedSearch(terminals);
const queries = Array.from({ length: WARM_UP + QUERIES }, () => randomQuery(random, terminals));
const times: number[] = [];
let withHits = 0;
for (const [number, query] of queries.entries()) {
  const start = performance.now();
  const { totalHits } = await search.search(query);
  if (number < WARM_UP) continue;
  times.push(performance.now() - start);
  if (totalHits > 0) withHits += 1;
}
times.sort((a, b) => a - b);

console.log(
  [
    `embedded search, ${TERMINALS} terminals, ${QUERIES} random queries (${Math.round((100 * withHits) / QUERIES)}% with hits)`,
    `  build, first       ${milliseconds(builds[0] ?? Number.NaN)} (reach 200 ms)`,
    `  build, median of ${BUILDS} ${milliseconds(
      quantile(
        [...builds].sort((a, b) => a - b),
        0.5,
      ),
    )}`,
    `  query p50          ${milliseconds(median(times))} (reach 1 ms)`,
    `  query p99          ${milliseconds(quantile(times, 0.99))} (reach 10 ms)`,
    `  query worst        ${milliseconds(quantile(times, 1))}`,
  ].join('\n'),
);
