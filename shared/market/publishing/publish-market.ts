import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isDisclosable } from '../cells/visible-cells.ts';
import { readLoads } from '../importing/read-loads.ts';
import { CellsContestedError } from '../importing/refresh-cells.ts';
import { ALL_MARKETS, isRoadMarket } from '../loads/freight-markets.ts';
import { MARKET } from '../loads/load-owner.ts';
import { freightMarketKey } from '../loads/market-levels.ts';
import { spanOf } from '../model/estimate-lane.ts';
import { fitMarket } from '../model/market-fit.ts';
import type { MarketStore } from '../store/market-store.ts';
import { fitOfSummary, type MarketSummary } from '../store/market-summary.ts';

const ATTEMPTS = 20;
const MAX_WAIT_MS = 1_000;

/**
 * Fits and publishes the market. Of concurrent publications, the last one has read what all of them wrote.
 * @returns whether anything was new.
 * @throws CellsContestedError if other processes keep publishing.
 */
export async function publishMarket(store: MarketStore, thisWeek: number): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await store.summary();
    const sharing = await store.sharing();
    const owners = [...sharing.keys()].sort();
    const shared = owners.filter((owner) => sharing.get(owner));
    // Read before the cells: a later change of cells belongs to another publication.
    const clearCounts = await store.clearCounts(ALL_MARKETS);
    const kept = await store.cells(MARKET, ALL_MARKETS.map(freightMarketKey));
    const there = ALL_MARKETS.flatMap((name, position) => {
      const { cell, stamp } = kept[position] ?? {};
      return cell === undefined || stamp === undefined
        ? []
        : [{ name, cell, clears: clearCounts[position] ?? 0 }];
    });
    const regions = there.map(({ name }) => name);
    const stamps = there.map(({ clears }) => clears);
    if (
      before?.week === thisWeek &&
      isDeepStrictEqual(factsOf(before), { regions, stamps, shared, owners })
    ) {
      return false;
    }
    const freightMarkets = new Map(there.map(({ name, cell }) => [name, cell]));
    const span = spanOf(thisWeek);
    const loads = await readLoads(store, freightMarkets, sharing, span);
    const isDisclosed = (name: string): boolean => {
      const cell = freightMarkets.get(name);
      return cell !== undefined && isDisclosable('freightMarket', cell, span);
    };
    const summary = {
      version: (before?.version ?? 0) + 1,
      week: thisWeek,
      regions,
      stamps,
      fit: fitOfSummary(
        fitMarket(
          loads.filter(({ freightMarket }) => !isRoadMarket(freightMarket)),
          thisWeek,
        ),
        isDisclosed,
      ),
      roadFit: fitOfSummary(
        fitMarket(
          loads.filter(({ freightMarket }) => isRoadMarket(freightMarket)),
          thisWeek,
        ),
        isDisclosed,
      ),
      shared,
      owners,
    };
    if (await store.publish(summary)) return true;
    await wait(Math.min(MAX_WAIT_MS, 50 * attempt) * Math.random());
  }
  throw new CellsContestedError('other processes keep publishing the market; try again');
}

const factsOf = ({ regions, stamps, shared, owners }: MarketSummary) => ({
  regions,
  stamps,
  shared,
  owners,
});
