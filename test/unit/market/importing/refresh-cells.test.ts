import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { slotOf } from '../../../../shared/market/cells/market-cell.ts';
import { importLoads } from '../../../../shared/market/importing/import-loads.ts';
import {
  CellsContestedError,
  KEPT_WEEKS,
  refreshCells,
} from '../../../../shared/market/importing/refresh-cells.ts';
import { kindOf, laneKeys } from '../../../../shared/market/loads/market-levels.ts';
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

/** No pauses, and every attempt takes no time. */
const NO_TIME = { now: () => 0, pause: async () => undefined };

/** Stores the loads of one week and counts them, without pauses. */
const bring = async (
  market: ReturnType<typeof createInMemoryMarket>,
  { freightMarket, weeks }: ReturnType<typeof inWeeks>,
) => {
  const changes = [...weeks].map(([week, loads]) => [week, { version: 1, loads }] as const);
  await market.replaceLoads(freightMarket, 'operator', new Map(changes));
  await refreshCells(market, freightMarket, THIS_WEEK, NO_TIME);
};

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
    await refreshCells({ ...market, clearPending }, MARKET, THIS_WEEK, NO_TIME);
    expect(attempts).toBe(4);
    expect((await market.beginRefresh(MARKET)).pending).toEqual([]);
  });

  it('fails after 40 attempts, with an error that names the freight market', async () => {
    const market = createInMemoryMarket();
    await market.addPending(MARKET, [THIS_WEEK]);
    const clearPending = vi.fn(async () => false);
    const pause = vi.fn(NO_TIME.pause);
    const refresh = refreshCells({ ...market, clearPending }, MARKET, THIS_WEEK, { ...NO_TIME, pause });
    await expect(refresh).rejects.toThrow(
      new CellsContestedError(`other processes keep changing ${MARKET}; try again`),
    );
    expect(clearPending).toHaveBeenCalledTimes(40);
    const pauses = pause.mock.calls.map(([ms]: readonly unknown[]) => Number(ms));
    expect(pauses).toHaveLength(39);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(2_000);
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
    await refreshCells({ ...market, beginRefresh, replaceCell }, MARKET, THIS_WEEK, NO_TIME);
    expect(begun).toBeGreaterThan(1);
    expect(await weeksOf(market)).toEqual([THIS_WEEK]);
    for (const [, , , stamps] of replaceCell.mock.calls) expect(stamps.now).toBeGreaterThan(0);
  });

  it.each([
    ['fewer', 'old-market'],
    ['more', 'new-market'],
  ])(
    'of the new freight market of a terminal, which had %s refreshes than the old one, completes',
    async (_, refreshed) => {
      const market = createInMemoryMarket();
      const inMarket = (freightMarket: string, week: number) => ({ ...inWeeks(week), freightMarket });
      const terminals = ['old-market', 'new-market'].map((freightMarket) =>
        laneKeys({ ...load.lane, freightMarket, miles: 0 }),
      );
      for (let count = 0; count < 60; count++) await market.beginRefresh(refreshed);
      for (const week of [1, 2, 3]) await bring(market, inMarket('old-market', THIS_WEEK - week));
      // Both markets have the terminal in the same week, as after the correction of its coordinates.
      await bring(market, inMarket('new-market', THIS_WEEK - 3));
      await bring(market, inMarket('old-market', THIS_WEEK - 4));
      await bring(market, inMarket('new-market', THIS_WEEK));

      for (const [position, weeks] of [
        [1, 2, 3, 4],
        [0, 3],
      ].entries()) {
        const { state = '', lane = '' } = terminals[position] ?? {};
        for (const { cell } of await market.cells('market', [state, lane])) {
          expect([...cell.weeks.keys()].map((week) => THIS_WEEK - week).sort()).toEqual(weeks);
          expect([...cell.weeks.values()].map(({ counts }) => counts)).toEqual(weeks.map(() => [1]));
        }
      }
      for (const freightMarket of ['old-market', 'new-market']) {
        expect((await market.beginRefresh(freightMarket)).pending).toEqual([]);
      }
    },
  );

  it.each([
    [2_000, 10_000],
    [5_000, 10_000],
    [9_000, 10_000],
    [1_000, 3_000],
  ])(
    'ends although another one of the same freight market began %i ms later, each of them taking %i ms',
    async (delayMs, tookMs) => {
      const clock = simulatedClock();
      const random = vi.spyOn(Math, 'random').mockImplementation(seededRandom(delayMs));
      const market = createInMemoryMarket();
      await importLoads(market, 'operator', inWeeks(THIS_WEEK - 1), THIS_WEEK);
      await market.addPending(MARKET, [THIS_WEEK - 1]);
      const slow = {
        ...market,
        sharing: async () => {
          await clock.pause(tookMs);
          return market.sharing();
        },
      };
      const refresh = async (startsAt: number) => {
        await clock.pause(startsAt);
        await refreshCells(slow, MARKET, THIS_WEEK, clock);
      };
      await clock.runUntil(Promise.all([refresh(0), refresh(delayMs)]));
      random.mockRestore();

      expect((await market.beginRefresh(MARKET)).pending).toEqual([]);
      // The upload function leaves three minutes for a step.
      expect(clock.now()).toBeLessThan(180_000);
    },
  );
});

/** A clock that advances to the end of the next pause when all tasks wait. */
function simulatedClock() {
  let now = 0;
  const waiting: { readonly at: number; readonly resume: () => void }[] = [];
  return {
    now: () => now,
    pause: (ms: number) => new Promise<void>((resume) => void waiting.push({ at: now + ms, resume })),
    runUntil: async (tasks: Promise<unknown>): Promise<void> => {
      let ended = false;
      const done = tasks.finally(() => {
        ended = true;
      });
      done.catch(() => undefined);
      while (!ended) {
        await setImmediate();
        const next = waiting.sort((a, b) => a.at - b.at).shift();
        if (next === undefined) continue;
        now = next.at;
        next.resume();
      }
      await done;
    },
  };
}

/** A linear congruential generator: numbers from 0 to 1, always the same. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
