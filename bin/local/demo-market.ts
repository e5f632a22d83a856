import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { loadIntake } from '../../shared/market/importing/load-intake.ts';
import { utcDay } from '../../shared/platform/time/utc-day.ts';
import { weekNumber } from '../../shared/platform/time/utc-week.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { mainlandZips } from '../backtest/simulator/freight-map.ts';
import { loadRowOf } from '../backtest/simulator/reported-load.ts';
import { scenario } from '../backtest/simulator/scenario.ts';
import { simulate } from '../backtest/simulator/simulate.ts';
import type { MarketManagement } from '../freight/connection/market-management.ts';
import { importSpilledLoads } from '../freight/pricing/market/import-spilled-loads.ts';
import { LoadSpill } from '../freight/pricing/market/load-spill.ts';

/** Seed, first Monday and length of the demo market: a later start continues the same simulation. */
const SEED = 'demo';
const FROM = '2025-09-01';
const WEEKS = 208;
const LOADS_A_WEEK = 240;
/** Weeks up to this one that are imported. */
const SHOWN_WEEKS = 26;

/**
 * Imports simulated loads of the last weeks into a market that contains no other loads.
 * @returns how many are new; 0 if loads were imported or simulated loads were removed.
 */
export async function seedDemoMarket(market: MarketManagement): Promise<number> {
  const { store, now } = market;
  const today = utcDay(now());
  const thisWeek = weekNumber(today);
  const summary = await store.summary();
  const simulated = (await store.sharing()).get('simulated');
  if (simulated === false || (summary !== undefined && simulated === undefined)) return 0;
  if (summary?.week === thisWeek) return 0;

  const places = createEmbeddedGeocoder();
  const roads = createEmbeddedRoadDistances();
  const terminals = await market.terminals();
  const dieselFor = await market.dieselFor();
  const take = loadIntake({ terminals, places, roadDistances: roads, dieselFor }, 'simulated');
  const spill = new LoadSpill();
  try {
    const weeks = simulate({
      seed: SEED,
      scenario: scenario('ordinary'),
      from: FROM,
      weeks: WEEKS,
      loadsAWeek: LOADS_A_WEEK,
      terminals: loadTerminals(),
      zips: mainlandZips(places),
      roads,
    });
    for await (const { monday, loads } of weeks) {
      const week = weekNumber(monday);
      if (week > thisWeek) break;
      if (week <= thisWeek - SHOWN_WEEKS) continue;
      for (const row of loads) {
        const found = row.date > today ? undefined : await take(loadRowOf(row));
        if (found !== undefined && 'accepted' in found) spill.add(found.accepted);
      }
    }
    return (await importSpilledLoads(market, 'simulated', spill)).added;
  } finally {
    spill.remove();
  }
}
