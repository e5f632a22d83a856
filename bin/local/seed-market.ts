import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { importLoads } from '../../shared/market/importing/import-loads.ts';
import { loadIntake } from '../../shared/market/importing/place-load.ts';
import { publishMarket } from '../../shared/market/importing/publish-market.ts';
import { registerOwner } from '../../shared/market/importing/share-loads.ts';
import type { LoadRecord } from '../../shared/market/loads/week-loads.ts';
import { utcDay, weekNumber } from '../../shared/platform/time/utc-calendar.ts';
import { simulate } from '../backtest/simulator/simulate.ts';
import { connect, type ServedMarket } from '../freight/connection/connection.ts';

/** The demo market: a later start continues the same simulation. */
const SIMULATION = {
  seed: 'demo',
  scenario: 'ordinary',
  from: '2025-09-01',
  weeks: 208,
  loadsAWeek: 240,
} as const;
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

  const terminals = await market.terminals();
  const dieselFor = await market.dieselFor();
  const take = loadIntake(
    { terminals, places: createEmbeddedGeocoder(), roadDistances: createEmbeddedRoadDistances(), dieselFor },
    'simulated',
  );
  const found = new Map<string, Map<number, Map<number, LoadRecord>>>();
  for await (const { monday, loads } of simulate(SIMULATION)) {
    const week = weekNumber(monday);
    if (week > thisWeek) break;
    if (week <= thisWeek - SHOWN_WEEKS) continue;
    for (const row of loads) {
      const taken = row.date > today ? undefined : await take(row);
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
