import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { DieselLookup } from '../rates/diesel-lookup.ts';
import { calibrateMarket } from './calibrate-market.ts';
import { MARKET } from './load-owner.ts';
import { portKey } from './market-levels.ts';
import { REGION_NAMES } from './market-regions.ts';
import type { MarketStore } from './market-store.ts';
import type { MarketSummary } from './market-summary.ts';
import { bandCells } from './nation-cells.ts';
import { CellsContestedError } from './refresh-cells.ts';

const ATTEMPTS = 20;
const LONGEST_WAIT_MS = 1_000;

/**
 * Puts what all freight markets say together in force. Of several at once, the last has read what all have written.
 * @returns whether there was anything new.
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
    const kept = await store.cells(MARKET, REGION_NAMES.map(portKey));
    const there = REGION_NAMES.flatMap((region, position) => {
      const { cell, stamp } = kept[position] ?? {};
      return cell === undefined || stamp === undefined ? [] : [{ region, cell, stamp }];
    });
    const regions = there.map(({ region }) => region);
    const stamps = there.map(({ stamp }) => stamp);
    if (
      before?.week === thisWeek &&
      isDeepStrictEqual(factsOf(before), { regions, stamps, shared, owners })
    ) {
      return false;
    }
    const ports = new Map(there.map(({ region, cell }) => [region, cell]));
    const bands = bandCells(ports.values());
    const ledger = await calibrateMarket(store, { ports, bands, sharing, dieselFor, thisWeek });
    const summary = {
      format: 1 as const,
      version: (before?.version ?? 0) + 1,
      week: thisWeek,
      regions,
      stamps,
      offsets: [...ledger.offsets(thisWeek + 1)],
      reaches: [...ledger.reaches(thisWeek + 1)],
      shared,
      owners,
    };
    if (await store.publish(summary, bands)) return true;
    await wait(Math.min(LONGEST_WAIT_MS, 50 * attempt) * Math.random());
  }
  throw new CellsContestedError('the market is being published by others: try again');
}

const factsOf = ({ regions, stamps, shared, owners }: MarketSummary) => ({
  regions,
  stamps,
  shared,
  owners,
});
