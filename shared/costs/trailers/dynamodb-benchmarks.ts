import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { createRefreshingValue, type Source } from '../../platform/caching/refreshing-value.ts';
import { putIf } from '../../platform/dynamodb/conditional-write.ts';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { type BenchmarkBook, mergeBundledRates, readBenchmarks } from './benchmark-book.ts';
import { BUNDLED_RATES, type PublishedRate } from './published-rates.ts';

const KEY = { pk: 'benchmarks', sk: 'book' } as const;

export type BenchmarkStore = ReturnType<typeof createDynamoDbBenchmarks>;

/** The imported reports of published rates: one item of the market table. */
export function createDynamoDbBenchmarks(client: DynamoDBDocumentClient, TableName: string) {
  return {
    /** @throws BrokenBenchmarksError */
    readBook: async (): Promise<BenchmarkBook> =>
      readBenchmarks((await client.send(new GetCommand({ TableName, Key: KEY, ConsistentRead: true }))).Item),

    /** Replaces the version before this one. `outdated` if another one is stored now. */
    replace: async ({ version, reports }: BenchmarkBook): Promise<'replaced' | 'outdated'> => {
      const before = version - 1;
      const condition =
        before === 0
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: '#version = :before',
              ExpressionAttributeNames: { '#version': 'version' },
              ExpressionAttributeValues: { ':before': before },
            };
      const Item = { ...KEY, format: 1, version, reports };
      const { applied } = await putIf(client, { TableName, Item, ...condition });
      return applied ? 'replaced' : 'outdated';
    },
  };
}

/** The published rates of a function: bundled and imported. Imports that cannot be read change nothing. */
export function composeBenchmarks(
  client: DynamoDBDocumentClient,
  env: { readonly MARKET_TABLE: string; readonly MARKET_REFRESH_SECONDS: number },
): Source<readonly PublishedRate[]> {
  const store = createDynamoDbBenchmarks(client, env.MARKET_TABLE);
  let version = 0;
  let rates = BUNDLED_RATES;
  return createRefreshingValue({
    load: async () => {
      const book = await store.readBook();
      // The same list is kept, so that the fit is kept too.
      if (book.version !== version) rates = mergeBundledRates(book);
      version = book.version;
      return rates;
    },
    fallback: () => rates,
    now: Date.now,
    refreshAfterMs: env.MARKET_REFRESH_SECONDS * 1000,
    onUnreadable: (error) => log(LOG.benchmarksUnreadable, describeError(error)),
  });
}
