import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createRefreshingValue, type Source } from '../../platform/caching/refreshing-value.ts';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { countMetric } from '../../platform/logging/metric.ts';
import { createDynamoDbPublishedMarketReader } from './dynamodb-published-market-reader.ts';
import { NO_MARKET, type PublishedMarket, publishedMarket } from './published-market.ts';

/** Port: the published market at the time of the call. */
export type MarketSource = Source<PublishedMarket>;

export interface MarketSourceParts {
  readonly client: DynamoDBDocumentClient;
  /** Name of the market table. */
  readonly table: string;
  /** As `RefreshingValueOptions.refreshAfterMs`, in seconds. */
  readonly refreshSeconds: number;
}

/** The published market, refreshed in the background like diesel prices. */
export function composeMarketSource({ client, table, refreshSeconds }: MarketSourceParts): MarketSource {
  const reader = createDynamoDbPublishedMarketReader(client, table);
  let current = NO_MARKET;
  let version = 0;
  return createRefreshingValue({
    load: async () => {
      const summary = await reader.summary();
      if (summary === undefined || summary.version === version) return current;
      const freightMarkets = await reader.freightMarkets(summary.regions);
      current = publishedMarket(summary, freightMarkets);
      version = summary.version;
      return current;
    },
    fallback: () => current,
    now: Date.now,
    refreshAfterMs: refreshSeconds * 1000,
    onUnreadable: (error) => {
      log(LOG.marketUnreadable, describeError(error));
      countMetric('MarketUnreadable');
    },
  });
}
