import type { Account } from '../../shared/platform/account/account.ts';
import type { QuoteFilter } from '../../shared/quotes/record/quote-store.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/store/dynamodb-quote-store.ts';
import { seededRandom } from '../contract/terminals/synthetic-terminals.ts';
import { createQuotesTable, startTestDynamoDb } from '../support/dynamodb-local.ts';
import { localDocumentClient } from '../support/local-document-client.ts';
import { meterCapacity } from './quotes/consumed-capacity.ts';
import { seedQuotes } from './quotes/seed-quotes.ts';
import { amount, missReach } from './short.ts';

/**
 * Read capacity of a page of the list, by number of stored quotes. Design section 5: 100,000 quotes consume at most 1.5
 * times as much as 1,000, for every page and filter. Run with `npm run bench -- quotes-list`.
 */
const SIZES = amount([1_000, 10_000, 100_000], [100, 1_000]);
const CONTENDED = amount(10_000, 500);
const MAX_RATIO = 1.5;
const LIMIT = 20;
const DAY_MS = 86_400_000;
const LAST_DAY = Date.parse('2026-03-17T00:00:00.000Z');
const NOW = new Date(LAST_DAY + DAY_MS + DAY_MS / 2);

const FILTERS: readonly (readonly [string, QuoteFilter])[] = [
  ['all', {}],
  ['active', { status: 'active' }],
  ['expired', { status: 'expired' }],
  ['converted', { status: 'converted' }],
  ['two weeks', { start: '2026-03-04', end: '2026-03-17' }],
  ['two weeks, active', { status: 'active', start: '2026-03-04', end: '2026-03-17' }],
];

const SPREADS = [
  ['spread over a year', 365 * DAY_MS],
  ['all in one day', DAY_MS],
] as const;

const PAGES = [
  ['first', () => 0],
  ['middle', (total: number) => Math.floor(total / 2)],
  // In a list of one page, the page after the first row replaces the last page.
  ['last', (total: number) => Math.max(1, total - LIMIT)],
] as const;

const engine = await startTestDynamoDb();
const TableName = await createQuotesTable(engine.endpoint);
const client = localDocumentClient(engine.endpoint);
const table = { client, TableName };
const store = createDynamoDbQuoteStore({ ...table, now: () => NOW });
const random = seededRandom(11);

const accountOf = (spread: string, size: number): Account => ({
  orgId: `org_${spread.replaceAll(' ', '')}${size}`,
  mode: 'test',
});

const momentsOf = (size: number, duration: number): Date[] =>
  Array.from({ length: size }, () => LAST_DAY + DAY_MS - 1 - Math.floor(random() * duration))
    .sort((a, b) => a - b)
    .map((ms) => new Date(ms));

for (const [spread, duration] of SPREADS) {
  for (const size of SIZES) {
    const began = performance.now();
    const moments = momentsOf(size, duration);
    await seedQuotes(table, { account: accountOf(spread, size), moments, shard: () => 0 });
    console.log(`seeded ${size} ${spread} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}
// The state after conflicts at every quote: the counts of a day are in all shards.
const contended: Account = { orgId: 'org_contended', mode: 'test' };
await seedQuotes(table, {
  account: contended,
  moments: momentsOf(CONTENDED, DAY_MS),
  shard: () => Math.floor(random() * 16),
});

const { measure } = meterCapacity(client);

async function measurePage(account: Account, filter: QuoteFilter, offsetOf: (total: number) => number) {
  const { totalCount } = await store.list(account, filter, 1, 0);
  const offset = offsetOf(totalCount);
  let rows = 0;
  const figures = await measure(async () => {
    rows = (await store.list(account, filter, LIMIT, offset)).rows.length;
  });
  if (rows !== Math.min(LIMIT, Math.max(0, totalCount - offset))) throw new Error('the page is incomplete');
  return figures;
}

let worst = 0;
console.log(
  `\nread units (and ms) of a page of ${LIMIT}, by quotes stored; limit: last / first <= ${MAX_RATIO}`,
);
for (const [spread] of SPREADS) {
  console.log(`\n${spread.padEnd(26)} ${SIZES.map((size) => String(size).padStart(14)).join('')}     ratio`);
  for (const [filterName, filter] of FILTERS) {
    for (const [page, offsetOf] of PAGES) {
      const figures = [];
      for (const size of SIZES) figures.push(await measurePage(accountOf(spread, size), filter, offsetOf));
      const ratio = (figures.at(-1)?.units ?? Number.NaN) / (figures[0]?.units ?? Number.NaN);
      worst = Math.max(worst, ratio);
      const cells = figures.map(({ units, ms }) => `${units.toFixed(1)} (${ms.toFixed(0)})`.padStart(14));
      const flag = ratio <= MAX_RATIO ? '' : '  <- above the limit';
      console.log(
        `${`${filterName}, ${page}`.padEnd(26)} ${cells.join('')} ${ratio.toFixed(2).padStart(9)}${flag}`,
      );
    }
  }
}
console.log(`\nworst ratio ${worst.toFixed(2)} (limit ${MAX_RATIO})`);

console.log(`\n${CONTENDED} in one day, counts in all 16 shards`);
for (const [page, offsetOf] of PAGES) {
  const { units, requests, ms } = await measurePage(contended, {}, offsetOf);
  console.log(`all, ${page.padEnd(10)} ${units.toFixed(1)} units, ${requests} requests, ${ms.toFixed(0)} ms`);
}

client.destroy();
await engine.stop();
if (worst > MAX_RATIO) missReach();
