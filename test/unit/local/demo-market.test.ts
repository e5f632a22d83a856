import { beforeAll, describe, expect, it } from 'vitest';
import { seedDemoMarket } from '../../../bin/local/demo-market.ts';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { laneReaderOfStore, marketOfStore } from '../../../shared/market/published/market-of-store.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { createInMemoryMarket } from '../../support/in-memory-market.ts';
import { BUILD_TIMEOUT_MS } from '../geography/places/places-file-ready.ts';
import { highwaysFileReady } from '../geography/roads/highways-file-ready.ts';
import { CALLER, lane, ratingUnderTest } from '../rates/rating-under-test.ts';

/** Four weeks after the start of the simulation: a short market, since road distances of loads take most of the time. */
const NOW = new Date('2025-09-24T12:00:00Z');
const directory = buildEmbeddedDirectory(loadTerminals());

function marketUnderTest(now = NOW) {
  const store = createInMemoryMarket();
  const seed = () =>
    seedDemoMarket({
      store,
      terminals: async () => directory,
      dieselFor: async () => dieselFor,
      now: () => now,
    });
  return { store, seed };
}

beforeAll(highwaysFileReady, BUILD_TIMEOUT_MS);

describe('the demo market', () => {
  it('is created once, and the rates that use it state that it is simulated', async () => {
    const { store, seed } = marketUnderTest();
    expect(await seed()).toBeGreaterThan(500);
    expect(await seed()).toBe(0);

    const market = await marketOfStore(store);
    const outcome = await ratingUnderTest({
      terminals: { current: async () => directory },
      market: { current: async () => market },
      lanes: laneReaderOfStore(store),
      now: () => NOW,
    }).priceLanes(
      loadTerminals()
        .slice(0, 10)
        .map(({ name }) => lane({ originTerminal: name })),
      CALLER,
    );

    if (!outcome.ok || 'replayed' in outcome) throw new Error(JSON.stringify(outcome));
    for (const { analysis } of outcome.body.data) {
      expect(analysis.basis).toMatchObject({ source: 'simulated', modelVersion: 'market-4' });
    }
  });

  it('is not created after an import of loads or the removal of the simulated loads', async () => {
    const removed = marketUnderTest();
    await removed.store.share('simulated', false);
    expect(await removed.seed()).toBe(0);

    const imported = marketUnderTest();
    const nothing = {
      format: 1 as const,
      regions: [],
      stamps: [],
      offsets: [],
      reaches: [],
      owners: [],
      shared: [],
    };
    await imported.store.publish({ ...nothing, version: 1, week: 2_900 });
    expect(await imported.seed()).toBe(0);
  });
});
