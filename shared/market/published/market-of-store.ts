import type { LaneCells } from '../cells/visible-cells.ts';
import { type CellScope, MARKET } from '../loads/load-owner.ts';
import { freightMarketKey, laneKeys } from '../loads/market-levels.ts';
import type { MarketStore } from '../store/market-store.ts';
import type { LaneReader } from './lane-market.ts';
import { NO_MARKET, type PublishedMarket, publishedMarket } from './published-market.ts';

/** The published market, read from the store that imports use. */
export async function marketOfStore(store: Pick<MarketStore, 'summary' | 'cells'>): Promise<PublishedMarket> {
  const summary = await store.summary();
  if (summary === undefined) return NO_MARKET;
  const { regions: names } = summary;
  const kept = await store.cells(MARKET, names.map(freightMarketKey));
  const freightMarkets = names.map((name, position) => [name, kept[position]?.cell] as const);
  return publishedMarket(
    summary,
    new Map(freightMarkets.flatMap(([name, cell]) => (cell === undefined ? [] : [[name, cell]]))),
  );
}

/** Reads cells of a few lanes from the store. */
export function laneReaderOfStore(store: Pick<MarketStore, 'cells'>): LaneReader {
  const read = async (
    scope: CellScope,
    keys: Readonly<Partial<Record<keyof LaneCells, string>>>,
  ): Promise<LaneCells> => {
    const levels = Object.entries(keys);
    const kept = await store.cells(
      scope,
      levels.map(([, key]) => key),
    );
    return Object.fromEntries(
      levels.flatMap(([level], position) => {
        const { cell, stamp } = kept[position] ?? {};
        return cell === undefined || stamp === undefined ? [] : [[level, cell]];
      }),
    );
  };
  return {
    read: (owner, lanes) =>
      Promise.all(
        lanes.map(async (lane) => {
          const { freightMarket, ...narrow } = laneKeys({ ...lane, miles: 0 });
          const own = { ...narrow, ...(freightMarket && { freightMarket }) };
          const [market, theirs] = await Promise.all([read(MARKET, narrow), read(owner, own)]);
          return { market, own: theirs };
        }),
      ),
  };
}
