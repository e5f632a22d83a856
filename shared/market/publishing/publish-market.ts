import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import type { WeekSpan } from '../../platform/time/utc-week.ts';
import type { MarketCell } from '../cells/market-cell.ts';
import { isDisclosable } from '../cells/visible-cells.ts';
import { pathsToBytes } from '../fit/fitted-bytes.ts';
import { CellsContestedError } from '../importing/refresh-cells.ts';
import { FREIGHT_MARKETS } from '../loads/freight-markets.ts';
import { MARKET } from '../loads/load-owner.ts';
import { freightMarketKey } from '../loads/market-levels.ts';
import { LOOKBACK_WEEKS } from '../model/market-parameters.ts';
import type { FittedMarket } from '../model/nation-paths.ts';
import type { MarketStore } from '../store/market-store.ts';
import { type MarketSummary, storedParameters } from '../store/market-summary.ts';
import { calibrateMarket } from './calibrate-market.ts';

const ATTEMPTS = 20;
const MAX_WAIT_MS = 1_000;

/**
 * Fits and publishes the market. Of concurrent publications, the last one has read what all of them wrote.
 * @returns whether anything was new.
 * @throws CellsContestedError if other processes keep publishing.
 */
export async function publishMarket(
  store: MarketStore,
  dieselFor: DieselLookup,
  thisWeek: number,
): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await store.summary();
    const sharing = await store.sharing();
    const owners = [...sharing.keys()].sort();
    const shared = owners.filter((owner) => sharing.get(owner));
    // Read before the cells: a later change of cells belongs to another publication.
    const clearCounts = await store.clearCounts(FREIGHT_MARKETS);
    const kept = await store.cells(MARKET, FREIGHT_MARKETS.map(freightMarketKey));
    const there = FREIGHT_MARKETS.flatMap((name, position) => {
      const { cell, stamp } = kept[position] ?? {};
      return cell === undefined || stamp === undefined
        ? []
        : [{ name, cell, clears: clearCounts[position] ?? 0 }];
    });
    const regions = there.map(({ name }) => name);
    const stamps = there.map(({ clears }) => clears);
    if (
      before?.week === thisWeek &&
      before.fit !== undefined &&
      isDeepStrictEqual(factsOf(before), { regions, stamps, shared, owners })
    ) {
      return false;
    }
    const freightMarkets = new Map(there.map(({ name, cell }) => [name, cell]));
    const { fitted, calibration } = await calibrateMarket(store, {
      freightMarkets,
      sharing,
      dieselFor,
      thisWeek,
    });
    const disclosable = disclosableFreightMarkets(fitted, freightMarkets);
    const summary = {
      format: 1 as const,
      version: (before?.version ?? 0) + 1,
      week: thisWeek,
      regions,
      stamps,
      offsets: [...fitted.offsets],
      reaches: [...calibration.intervalBounds(thisWeek + 1)],
      fit: {
        open: disclosable.size > 0,
        regions: [...disclosable.keys()],
        paths: pathsToBytes({ ...fitted, freightMarkets: disclosable }),
        parameters: storedParameters(fitted.parameters),
      },
      shared,
      owners,
    };
    if (await store.publish(summary)) return true;
    await wait(Math.min(MAX_WAIT_MS, 50 * attempt) * Math.random());
  }
  throw new CellsContestedError('other processes keep publishing the market; try again');
}

const spanOf = (week: number): WeekSpan => ({ from: week - LOOKBACK_WEEKS, to: week });

/** Freight markets that all callers may see: the loads of a single contributor stay private. */
const disclosableFreightMarkets = (
  { week, freightMarkets }: FittedMarket,
  cells: ReadonlyMap<string, MarketCell>,
): FittedMarket['freightMarkets'] =>
  new Map(
    [...freightMarkets].filter(([name]) => {
      const cell = cells.get(name);
      return cell !== undefined && isDisclosable('freightMarket', cell, spanOf(week));
    }),
  );

const factsOf = ({ regions, stamps, shared, owners }: MarketSummary) => ({
  regions,
  stamps,
  shared,
  owners,
});
