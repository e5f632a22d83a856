import { FREIGHT_MARKETS } from '../loads/freight-markets.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import type { MarketStore } from '../store/market-store.ts';
import { refreshCells } from './refresh-cells.ts';

/** Far before and after every load. */
const FIRST_WEEK = 0;
const LAST_WEEK = 99_999;

/** Notes whose loads come in, before the first of them do. The operator's serve all from the start; of the others, simulated ones do. */
export async function registerOwner(store: Pick<MarketStore, 'register'>, owner: LoadOwner): Promise<void> {
  if (owner !== 'operator') await store.register(owner, owner === 'simulated');
}

/**
 * Lets an owner's loads into the market's cells, or takes them out: all weeks in which it has loads are counted anew.
 * The same again finishes what was interrupted.
 */
export async function shareLoads(
  store: MarketStore,
  owner: LoadOwner,
  shared: boolean,
  thisWeek: number,
): Promise<void> {
  await store.share(owner, shared);
  for (const freightMarket of FREIGHT_MARKETS) {
    const weeks: number[] = [];
    for await (const { week, owner: of } of store.loadsBetween(freightMarket, FIRST_WEEK, LAST_WEEK)) {
      if (of === owner) weeks.push(week);
    }
    if (weeks.length > 0) await store.addPending(freightMarket, weeks);
    await refreshCells(store, freightMarket, thisWeek);
  }
}
