import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { importLoads } from '../../shared/market/importing/import-loads.ts';
import { loadIntake } from '../../shared/market/importing/place-load.ts';
import { publishMarket } from '../../shared/market/importing/publish-market.ts';
import { registerOwner } from '../../shared/market/importing/share-loads.ts';
import type { LoadRecord } from '../../shared/market/loads/week-loads.ts';
import { utcDay } from '../../shared/platform/time/utc-day.ts';
import { weekNumber } from '../../shared/platform/time/utc-week.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { mainlandZips } from '../backtest/simulator/freight-map.ts';
import { loadRowOf } from '../backtest/simulator/report-load.ts';
import { scenario } from '../backtest/simulator/scenario.ts';
import { simulate } from '../backtest/simulator/simulate.ts';
import { connect, type ServedMarket } from '../freight/connection/connection.ts';

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
async function seedDemoMarket(market: ServedMarket): Promise<number> {
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
  const found = new Map<string, Map<number, Map<number, LoadRecord>>>();
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
      const taken = row.date > today ? undefined : await take(loadRowOf(row));
      if (taken === undefined || !('accepted' in taken)) continue;
      const { freightMarket, week, load } = taken.accepted;
      const ofMarket = found.get(freightMarket) ?? new Map<number, Map<number, LoadRecord>>();
      const ofWeek = ofMarket.get(week) ?? new Map<number, LoadRecord>();
      ofWeek.set(load.id, { ...load, count: (ofWeek.get(load.id)?.count ?? 0) + 1 });
      found.set(freightMarket, ofMarket.set(week, ofWeek));
    }
  }
  await registerOwner(store, 'simulated');
  let added = 0;
  for (const [freightMarket, weeks] of found) {
    added += (await importLoads(store, 'simulated', { freightMarket, weeks }, thisWeek)).added;
  }
  await publishMarket(store, thisWeek);
  return added;
}

/** Runs as a separate process, so that its computation delays no call. `FREIGHT_LOCAL_DIR` names the service's folder. */
const connection = await connect(undefined, console.error);
try {
  const loads = await seedDemoMarket(connection.market);
  if (loads > 0) {
    console.log(
      `Demo market: ${loads} simulated loads were imported. Rates use them and have the source "simulated". To remove them: npm run -s freight -- market demo disable`,
    );
  }
} finally {
  connection.close();
}
