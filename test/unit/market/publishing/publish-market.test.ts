import { describe, expect, it } from 'vitest';
import { dieselFor } from '../../../../shared/costs/diesel/diesel-lookup.ts';
import { slotOf } from '../../../../shared/market/cells/market-cell.ts';
import { importLoads } from '../../../../shared/market/importing/import-loads.ts';
import { refreshCells } from '../../../../shared/market/importing/refresh-cells.ts';
import { STEPS } from '../../../../shared/market/loads/market-levels.ts';
import type { LoadRecord } from '../../../../shared/market/loads/week-loads.ts';
import { LOOKBACK_WEEKS } from '../../../../shared/market/model/market-parameters.ts';
import { marketOfStore } from '../../../../shared/market/published/market-of-store.ts';
import { publishMarket } from '../../../../shared/market/publishing/publish-market.ts';
import { createInMemoryMarket } from '../../../support/in-memory-market.ts';

const WEEK = 2_960;
const REGION = 'oakland';
/** A mean a week, and four figures of the last. */
const PATH_NUMBERS = LOOKBACK_WEEKS + 5;

const load = (id: number, percent = 10): LoadRecord => ({
  id,
  lane: {
    terminal: 'trm_1',
    terminalType: 'marine',
    originState: 'CA',
    destinationState: 'CA',
    zip3: '945',
  },
  slot: slotOf(3, percent / 100),
  contributor: id,
  count: 1,
});

async function marketOf(...ids: number[]) {
  const market = createInMemoryMarket();
  const weeks = new Map([[WEEK, new Map(ids.map((id) => [id, load(id)]))]]);
  await importLoads(market, 'operator', { freightMarket: REGION, weeks }, WEEK);
  return market;
}

const publish = (market: ReturnType<typeof createInMemoryMarket>) => publishMarket(market, dieselFor, WEEK);

describe('a publication', () => {
  it('is made only if something is new', async () => {
    const market = await marketOf(1, 2, 3);
    expect(await publish(market)).toBe(true);
    expect(await publish(market)).toBe(false);
    expect((await market.summary())?.version).toBe(1);
  });

  it('is repeated for cells that were being written during another one', async () => {
    const market = await marketOf(1, 2, 3);
    await market.addPending(REGION, [WEEK]);
    const { stamp, pending } = await market.beginRefresh(REGION);
    expect(await publish(market)).toBe(true);

    await market.clearPending(REGION, pending, stamp);
    expect(await publish(market)).toBe(true);
  });

  it('is repeated for cells that a killed import left pending', async () => {
    const market = await marketOf(1, 2, 3);
    await publish(market);
    await market.addPending(REGION, [WEEK]);
    await market.beginRefresh(REGION);

    await refreshCells(market, REGION, WEEK);
    expect(await publish(market)).toBe(true);
  });

  it('has the paths of freight markets with three contributors in a week, each its own, and of no other', async () => {
    const market = createInMemoryMarket();
    /** In the order of the names: a sole contributor comes before, between and after two markets of three. */
    const percents = { 'los-angeles': 90, oakland: 10, memphis: 80, savannah: 40, baltimore: 70 };
    const open = ['oakland', 'savannah'];
    for (const [freightMarket, percent] of Object.entries(percents)) {
      const weeks = new Map(
        Array.from({ length: 20 }, (_, ago) => {
          const ids = open.includes(freightMarket) ? [1, 2, 3] : [9];
          return [WEEK - ago, new Map(ids.map((id) => [id, load(id, percent)]))] as const;
        }),
      );
      await importLoads(market, 'operator', { freightMarket, weeks }, WEEK);
    }
    // Three contributors long ago: the fit went through their loads, and no rate looks back on them.
    const old = new Map([[WEEK - LOOKBACK_WEEKS - 5, new Map([4, 5, 6].map((id) => [id, load(id, 90)]))]]);
    await importLoads(market, 'operator', { freightMarket: 'los-angeles', weeks: old }, WEEK);
    await publish(market);

    expect((await market.summary())?.fit?.regions).toEqual(open);
    const { freightMarkets } = (await marketOfStore(market)).nation(WEEK);
    expect([...freightMarkets.keys()]).toEqual(open);
    const levelOf = (freightMarket: string) =>
      freightMarkets.get(freightMarket)?.path.means.at(-1) ?? Number.NaN;
    expect(levelOf('savannah') - levelOf('oakland')).toBeGreaterThan(0.1);
    const numbers = ((await market.summary())?.fit?.paths.length ?? 0) / Int16Array.BYTES_PER_ELEMENT;
    expect(numbers).toBe(PATH_NUMBERS + open.length * (PATH_NUMBERS + STEPS));
  });
});
