import { ALL_MARKETS } from '../loads/freight-markets.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import type { MarketStore } from '../store/dynamodb-market-store.ts';
import { refreshCells } from './refresh-cells.ts';

/** Before and after every week with loads. */
const FIRST_WEEK = 0;
const LAST_WEEK = 99_999;

/**
 * Registers an owner before its first loads are imported. Loads of the operator and simulated loads are shared from
 * the start.
 */
export async function registerOwner(store: Pick<MarketStore, 'register'>, owner: LoadOwner): Promise<void> {
  if (owner !== 'operator') await store.register(owner, owner === 'simulated');
}

/**
 * Adds an owner's loads to the market's cells, or removes them: all weeks with its loads are counted again. Repeat
 * the call after an interruption.
 * @returns the freight markets with its loads.
 */
export async function shareLoads(
  store: MarketStore,
  owner: LoadOwner,
  shared: boolean,
  thisWeek: number,
): Promise<readonly string[]> {
  await store.share(owner, shared);
  const withLoads: string[] = [];
  for (const freightMarket of ALL_MARKETS) {
    const weeks: number[] = [];
    for await (const { week, owner: of } of store.loadsBetween(freightMarket, FIRST_WEEK, LAST_WEEK)) {
      if (of === owner) weeks.push(week);
    }
    if (weeks.length > 0) {
      withLoads.push(freightMarket);
      await store.addPending(freightMarket, weeks);
    }
    await refreshCells(store, freightMarket, thisWeek);
  }
  return withLoads;
}
