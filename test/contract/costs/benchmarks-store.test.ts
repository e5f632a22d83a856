import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokenBenchmarksError } from '../../../shared/costs/trailers/benchmark-book.ts';
import {
  type BenchmarkStore,
  composeBenchmarks,
  createDynamoDbBenchmarks,
} from '../../../shared/costs/trailers/dynamodb-benchmarks.ts';
import { BUNDLED_RATES } from '../../../shared/costs/trailers/published-rates.ts';
import { createMarketTable, startTestDynamoDb, type TestDynamoDb } from '../../support/dynamodb-local.ts';
import { createInMemoryBenchmarks } from '../../support/in-memory-benchmarks.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';

const report = (date: string) => ({
  ...{ date, recordedAt: '2026-07-22T00:00:00.000Z', recordedBy: 'pat' },
  rates: `${date}|KERN DISTRICT CALIFORNIA|Chicago 6500-7000|New York 9000-9500`,
});

let engine: TestDynamoDb;
let client: ReturnType<typeof localDocumentClient>;
beforeAll(async () => {
  engine = await startTestDynamoDb();
  client = localDocumentClient(engine.endpoint);
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const STORES: readonly (readonly [string, () => Promise<BenchmarkStore>])[] = [
  ['memory', async () => createInMemoryBenchmarks().store],
  ['DynamoDB', async () => createDynamoDbBenchmarks(client, await createMarketTable(engine.endpoint))],
];

describe.each(STORES)('published rates in %s', (_, make) => {
  it('are read as written, and one of two concurrent imports has to try again', async () => {
    const store = await make();
    expect(await store.readBook()).toEqual({ version: 0, reports: [] });
    const first = { version: 1, reports: [report('2026-07-21')] };
    expect(await store.replace(first)).toBe('replaced');
    expect(await store.replace(first)).toBe('outdated');
    const second = { version: 2, reports: [...first.reports, report('2026-07-28')] };
    expect(await store.replace(second)).toBe('replaced');
    expect(await store.readBook()).toMatchObject(second);
  });

  it('are not used if they are damaged', async () => {
    const store = await make();
    await store.replace({ version: 1, reports: [{ ...report('2026-07-21'), rates: 'no rates|x|y z' }] });
    await expect(store.readBook()).rejects.toThrow(BrokenBenchmarksError);
  });
});

it('a function has the bundled and the imported rates, or only the bundled ones if the others are damaged', async () => {
  const table = await createMarketTable(engine.endpoint);
  const store = createDynamoDbBenchmarks(client, table);
  await store.replace({ version: 1, reports: [report('2026-07-21')] });
  const current = () =>
    composeBenchmarks(client, { MARKET_TABLE: table, MARKET_REFRESH_SECONDS: 60 }).current();
  expect(await current()).toHaveLength(BUNDLED_RATES.length + 2);
  await store.replace({ version: 2, reports: [{ ...report('2026-07-21'), date: '21 July' }] });
  expect(await current()).toBe(BUNDLED_RATES);
});
