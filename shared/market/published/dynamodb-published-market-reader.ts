import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { batchGetAll } from '../../platform/dynamodb/batch-get.ts';
import { cellFromBytes } from '../cells/cell-bytes.ts';
import type { MarketCell } from '../cells/market-cell.ts';
import { MARKET } from '../loads/load-owner.ts';
import { freightMarketKey } from '../loads/market-levels.ts';
import { cellKey, readSummary, SUMMARY_KEY, storedCells } from '../store/dynamodb-market-items.ts';
import type { MarketSummary } from '../store/market-summary.ts';

/** Reads the published market. */
export interface PublishedMarketReader {
  summary(): Promise<MarketSummary | undefined>;
  /** Cells of freight markets by name. */
  freightMarkets(names: readonly string[]): Promise<ReadonlyMap<string, MarketCell>>;
}

export function createDynamoDbPublishedMarketReader(
  client: DynamoDBDocumentClient,
  TableName: string,
): PublishedMarketReader {
  return {
    summary: async () => {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: SUMMARY_KEY, ConsistentRead: true }),
      );
      return readSummary(Item);
    },

    freightMarkets: async (names) => {
      const Keys = names.map((name) => cellKey(MARKET, freightMarketKey(name)));
      if (Keys.length === 0) return new Map();
      const kept = storedCells(await batchGetAll(client, TableName, Keys));
      return new Map(
        names.flatMap((name) => {
          const stored = kept.get(cellKey(MARKET, freightMarketKey(name)).pk);
          return stored === undefined ? [] : [[name, cellFromBytes(stored.cell)] as const];
        }),
      );
    },
  };
}
