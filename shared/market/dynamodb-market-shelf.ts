import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../dynamodb/batch-get.ts';
import { cellFromBytes } from './cell-bytes.ts';
import { cellKey, keptCells, readSummary, SUMMARY_KEY } from './dynamodb-market-items.ts';
import { MARKET } from './load-owner.ts';
import type { MarketCell } from './market-cell.ts';
import { BANDS, bandKey, portKey } from './market-levels.ts';
import type { MarketSummary } from './market-summary.ts';

/** The nation's cells as functions read them. */
export interface MarketShelf {
  summary(): Promise<MarketSummary | undefined>;
  /** The bands, and the freight markets' cells by region; at most 100 of both. */
  nation(regions: readonly string[]): Promise<{
    readonly bands: readonly MarketCell[];
    readonly ports: ReadonlyMap<string, MarketCell>;
  }>;
}

export function createDynamoDbMarketShelf(client: DynamoDBDocumentClient, TableName: string): MarketShelf {
  return {
    summary: async () => {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: SUMMARY_KEY, ConsistentRead: true }),
      );
      return readSummary(Item);
    },

    nation: async (regions) => {
      const bandPks = Array.from({ length: BANDS }, (_, band) => cellKey(MARKET, bandKey(band)));
      const Keys = [...bandPks, ...regions.map((region) => cellKey(MARKET, portKey(region)))];
      const found = await batchGet(client, { [TableName]: { Keys, ConsistentRead: true } });
      const kept = keptCells(found.get(TableName) ?? []);
      const cellAt = (pk: string): MarketCell | undefined => {
        const stored = kept.get(pk);
        return stored && cellFromBytes(stored.cell);
      };
      return {
        bands: bandPks.map(({ pk }) => cellAt(pk) ?? { weeks: new Map() }),
        ports: new Map(
          regions.flatMap((region) => {
            const cell = cellAt(cellKey(MARKET, portKey(region)).pk);
            return cell === undefined ? [] : [[region, cell]];
          }),
        ),
      };
    },
  };
}
