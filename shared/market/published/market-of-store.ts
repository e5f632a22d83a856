import type { LaneCells } from '../cells/visible-cells.ts';
import { type CellScope, MARKET } from '../loads/load-owner.ts';
import { freightMarketKey, laneKeys } from '../loads/market-levels.ts';
import type { MarketReader } from '../store/dynamodb-market-items.ts';
import type { LaneReader } from './lane-market.ts';
import { NO_MARKET, type PublishedMarket, publishedMarket } from './published-market.ts';

/** The published market; `known` if it was not published again. */
export async function readPublishedMarket(
  reader: MarketReader,
  known: PublishedMarket = NO_MARKET,
): Promise<PublishedMarket> {
  const summary = await reader.summary();
  if (summary === undefined || summary.version === known.version) return known;
  const { regions: names } = summary;
  const cells = await reader.cells(MARKET, names.map(freightMarketKey));
  return publishedMarket(
    summary,
    new Map(
      cells.flatMap(({ cell, stamp }, position) =>
        stamp === undefined ? [] : [[names[position] ?? '', cell]],
      ),
    ),
  );
}

/** Reads cells of a few lanes, without a cache. */
export function uncachedLaneReader({ cells }: Pick<MarketReader, 'cells'>): LaneReader {
  const read = async (scope: CellScope, keys: ReturnType<typeof laneKeys>): Promise<LaneCells> => {
    const found = await cells(scope, Object.values(keys));
    return Object.fromEntries(
      Object.keys(keys).flatMap((level, position) => {
        const { cell, stamp } = found[position] ?? {};
        return stamp === undefined ? [] : [[level, cell]];
      }),
    );
  };
  return {
    read: (owner, lanes) =>
      Promise.all(
        lanes.map(async (lane) => {
          const keys = laneKeys({ ...lane, miles: 0 });
          const { freightMarket, ...narrow } = keys;
          const [market, own] = await Promise.all([read(MARKET, narrow), read(owner, keys)]);
          return { market, own };
        }),
      ),
  };
}
