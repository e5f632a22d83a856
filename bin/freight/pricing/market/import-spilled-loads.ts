import {
  type Imported,
  importLoads,
  TooManyLoadsError,
} from '../../../../shared/market/importing/import-loads.ts';
import { registerOwner } from '../../../../shared/market/importing/share-loads.ts';
import type { LoadOwner } from '../../../../shared/market/loads/load-owner.ts';
import { publishMarket } from '../../../../shared/market/publishing/publish-market.ts';
import { utcDay } from '../../../../shared/platform/time/utc-day.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import type { MarketManagement } from '../../connection/market-management.ts';
import type { LoadSpill } from './load-spill.ts';

interface SpillImport {
  /** Called before each write; throws if the owner may no longer have loads. */
  readonly checkOwner?: () => Promise<void>;
  /** Called with the progress, from 0 to 1. */
  readonly onShare?: (share: number) => void;
}

/**
 * Imports spilled loads, one freight market after the other, and publishes the market. If the owner is rejected, it does
 * not publish: an erasure removes the loads and publishes.
 */
export async function importSpilledLoads(
  { store, dieselFor, now }: MarketManagement,
  owner: LoadOwner,
  spill: LoadSpill,
  { checkOwner = async () => {}, onShare = () => {} }: SpillImport = {},
): Promise<Imported> {
  const thisWeek = weekNumber(utcDay(now()));
  await checkOwner();
  await registerOwner(store, owner);
  let added = 0;
  let known = 0;
  try {
    for (const [position, freightMarket] of spill.freightMarkets.entries()) {
      for await (const loads of spill.loadsOf(freightMarket)) {
        await checkOwner();
        const imported = await importLoads(store, owner, loads, thisWeek);
        added += imported.added;
        known += imported.known;
      }
      onShare((position + 1) / spill.freightMarkets.length);
    }
  } catch (error) {
    // Loads that were imported before the error stay, so they are published.
    if (error instanceof TooManyLoadsError) await publishMarket(store, await dieselFor(), thisWeek);
    throw error;
  }
  await publishMarket(store, await dieselFor(), thisWeek);
  return { added, known };
}
