import { describe, expect, it, vi } from 'vitest';
import { slotOf } from '../../../../shared/market/cells/market-cell.ts';
import { importLoads } from '../../../../shared/market/importing/import-loads.ts';
import {
  CellsContestedError,
  KEPT_WEEKS,
  refreshCells,
} from '../../../../shared/market/importing/refresh-cells.ts';
import { kindOf } from '../../../../shared/market/loads/market-levels.ts';
import { createInMemoryMarket } from '../../../support/in-memory-market.ts';
import { laneAt } from '../small-market.ts';

const THIS_WEEK = 2_960;
const MARKET = 'los-angeles';

const load = {
  id: 1,
  lane: laneAt(0),
  slot: slotOf(kindOf(350, false, 'container_40'), 0.1),
  contributor: 1,
  count: 1,
} as const;

const inWeeks = (...weeks: readonly number[]) => ({
  freightMarket: MARKET,
  weeks: new Map(weeks.map((week) => [week, new Map([[load.id, load]])])),
});

const noPause = async () => undefined;

const weeksOf = async (market: ReturnType<typeof createInMemoryMarket>) => {
  const [cell] = await market.cells('market', [`port#${MARKET}`]);
  return [...(cell?.cell.weeks.keys() ?? [])];
};

describe('a refresh', () => {
  it(`keeps the last ${KEPT_WEEKS} weeks`, async () => {
    const market = createInMemoryMarket();
    const oldest = THIS_WEEK - KEPT_WEEKS + 1;
    await importLoads(market, 'operator', inWeeks(oldest - 1, oldest, THIS_WEEK), THIS_WEEK);
    expect(await weeksOf(market)).toEqual([oldest, THIS_WEEK]);
  });

  it('counts only pending weeks again, and leaves the others in their cells', async () => {
    const market = createInMemoryMarket();
    await importLoads(market, 'operator', inWeeks(THIS_WEEK - 3, THIS_WEEK - 2, THIS_WEEK), THIS_WEEK);
    for (const [key, kept] of market.allLoads) {
      market.allLoads.set(key, { ...kept, loads: new Map([[load.id, { ...load, count: 5 }]]) });
    }
    await market.addPending(MARKET, [THIS_WEEK - 3, THIS_WEEK]);
    await refreshCells(market, MARKET, THIS_WEEK);
    const [cell] = await market.cells('market', [`port#${MARKET}`]);
    const weeks = [...(cell?.cell.weeks ?? [])];
    const counts = weeks.map(([week, facts]) => [THIS_WEEK - week, facts.counts[0]]);
    expect(counts).toEqual([
      [3, 5],
      [2, 1],
      [0, 5],
    ]);
  });

  it('reads no loads and changes no cell without pending weeks', async () => {
    const market = createInMemoryMarket();
    const calls: string[] = [];
    const recorded = new Proxy(market, {
      get: (target, name: keyof typeof market) => {
        calls.push(name);
        return target[name];
      },
    });
    await refreshCells(recorded, MARKET, THIS_WEEK);
    expect(calls).toEqual(['beginRefresh']);
  });

  it('is repeated until no other process has changed the freight market meanwhile', async () => {
    const market = createInMemoryMarket();
    await market.addPending(MARKET, [THIS_WEEK]);
    let attempts = 0;
    const clearPending: typeof market.clearPending = async (...asked) => {
      attempts += 1;
      return attempts === 4 && market.clearPending(...asked);
    };
    await refreshCells({ ...market, clearPending }, MARKET, THIS_WEEK, noPause);
    expect(attempts).toBe(4);
    expect((await market.beginRefresh(MARKET)).pending).toEqual([]);
  });

  it('fails after 40 attempts, with an error that names the freight market', async () => {
    const market = createInMemoryMarket();
    await market.addPending(MARKET, [THIS_WEEK]);
    const clearPending = vi.fn(async () => false);
    const pause = vi.fn(noPause);
    const refresh = refreshCells({ ...market, clearPending }, MARKET, THIS_WEEK, pause);
    await expect(refresh).rejects.toThrow(
      new CellsContestedError(`other processes keep changing ${MARKET}; try again`),
    );
    expect(clearPending).toHaveBeenCalledTimes(40);
    const pauses = pause.mock.calls.map(([ms]: readonly unknown[]) => Number(ms));
    expect(pauses).toHaveLength(39);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_000);
    expect(Math.max(...pauses)).toBeGreaterThan(50);
  });

  it('stops writing, and begins again, when a later refresh has written a cell', async () => {
    const market = createInMemoryMarket();
    await importLoads(market, 'operator', inWeeks(THIS_WEEK), THIS_WEEK);
    await market.addPending(MARKET, [THIS_WEEK]);
    let begun = 0;
    const replaceCell = vi.fn(market.replaceCell);
    const beginRefresh: typeof market.beginRefresh = async (...asked) => {
      begun += 1;
      const refresh = await market.beginRefresh(...asked);
      return begun === 1 ? { ...refresh, stamp: 0 } : refresh;
    };
    await refreshCells({ ...market, beginRefresh, replaceCell }, MARKET, THIS_WEEK, noPause);
    expect(begun).toBeGreaterThan(1);
    expect(await weeksOf(market)).toEqual([THIS_WEEK]);
    for (const [, , , stamps] of replaceCell.mock.calls) expect(stamps.now).toBeGreaterThan(0);
  });
});
