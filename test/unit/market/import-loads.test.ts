import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { cellToBytes, loadsOf, slotOf } from '../../../shared/market/cells/market-cell.ts';
import {
  importLoads,
  previewImport,
  TooManyLoadsError,
} from '../../../shared/market/importing/import-loads.ts';
import { publishMarket } from '../../../shared/market/importing/publish-market.ts';
import { KEPT_WEEKS, refreshCells } from '../../../shared/market/importing/refresh-cells.ts';
import { registerOwner, shareLoads } from '../../../shared/market/importing/share-loads.ts';
import { unlearnedName } from '../../../shared/market/loads/freight-markets.ts';
import { type LoadOwner, organizationOwner } from '../../../shared/market/loads/load-owner.ts';
import { kindOf, laneKeys } from '../../../shared/market/loads/market-levels.ts';
import { type LoadRecord, loadsFromBytes, loadsToBytes } from '../../../shared/market/loads/week-loads.ts';
import { LOOKBACK_WEEKS } from '../../../shared/market/model/market-fit.ts';
import { readPublishedMarket } from '../../../shared/market/published/dynamodb-market-source.ts';
import { createInMemoryMarket } from '../../support/in-memory-market.ts';
import { laneAt } from './small-market.ts';

const THIS_WEEK = 2_960;
const MARKET = 'los-angeles';

type Market = ReturnType<typeof createInMemoryMarket>;

interface Row {
  readonly id: number;
  readonly week: number;
}

const keptLoad = (id: number): LoadRecord => ({
  id,
  lane: {
    terminal: id % 7 === 0 ? undefined : `trm_${id % 3}`,
    terminalType: 'marine',
    originState: 'CA',
    destinationState: ['CA', 'AZ', 'NV'][id % 3] ?? 'CA',
    zip3: id % 5 === 0 ? '' : String(850 + (id % 4)),
  },
  slot: slotOf(kindOf(5 + (id % 300), id % 2 === 0, 'container_40'), ((id % 60) - 30) / 100),
  contributor: id % 5,
  count: 1,
});

/** Rows as a file has them: equal ones are loads of their own. */
function fileOf(rows: readonly Row[]) {
  const weeks = new Map<number, Map<number, LoadRecord>>();
  for (const { id, week } of rows) {
    const loads = weeks.get(week) ?? new Map<number, LoadRecord>();
    weeks.set(week, loads);
    loads.set(id, { ...keptLoad(id), count: (loads.get(id)?.count ?? 0) + 1 });
  }
  return { freightMarket: MARKET, weeks };
}

const bring = (market: Market, rows: readonly Row[], owner: LoadOwner = 'operator') =>
  importLoads(market, owner, fileOf(rows), THIS_WEEK);

/** A market with these files, one after the other. */
async function marketOf(...files: readonly (readonly Row[])[]): Promise<Market> {
  const market = createInMemoryMarket();
  for (const file of files) await bring(market, file);
  return market;
}

/** All cells with loads, as bytes. */
const cellsOf = (market: Market): ReadonlyMap<string, string> =>
  new Map(
    [...market.allCells]
      .filter(([, { cell }]) => cell.weeks.size > 0)
      .map(([key, { cell }]) => [key, Buffer.from(cellToBytes(cell)).toString('hex')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const portOf = async (market: Market) => {
  const [port] = await market.cells('market', [`port#${MARKET}`]);
  return [...(port?.cell.weeks ?? [])];
};

const row = fc.record({ id: fc.integer({ min: 1, max: 400 }), week: fc.integer({ min: 2_940, max: 2_945 }) });
const rows = fc.array(row, { minLength: 1, maxLength: 60 });

describe('an import', () => {
  it('adds each load once, however often a file is imported, as its preview says', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (before, file) => {
        const market = await marketOf();
        expect(await bring(market, before)).toEqual({ added: before.length, known: 0 });
        const stored = structuredClone(market.allLoads);
        const preview = await previewImport(market, 'operator', fileOf(file));
        expect(market.allLoads).toEqual(stored);
        expect(await bring(market, file)).toEqual(preview);
        const once = cellsOf(market);

        expect(await bring(market, file)).toEqual({ added: 0, known: file.length });
        expect(cellsOf(market)).toEqual(once);
        expect(once).toEqual(cellsOf(await marketOf([...file].reverse(), before)));
      }),
    );
  });

  it('counts equal rows as often as the file with most of them', async () => {
    const market = createInMemoryMarket();
    const load = { id: 1, week: 2_940 };
    expect(await bring(market, [load, load])).toEqual({ added: 2, known: 0 });
    expect(await bring(market, [load, load, load])).toEqual({ added: 1, known: 2 });
  });

  it('fails if other processes change its weeks before each of its writes', async () => {
    const market = createInMemoryMarket();
    const contested: Market = { ...market, replaceLoads: async () => false };
    await expect(bring(contested, [{ id: 1, week: 2_940 }])).rejects.toThrow(
      `other processes keep changing the loads of ${MARKET}; try again`,
    );
    expect(market.allLoads.size).toBe(0);
  });

  it('that was killed at any write and is run again ends as one that was not', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.integer({ min: 0, max: 80 }), async (before, file, writes) => {
        let left = Number.POSITIVE_INFINITY;
        const killed = createInMemoryMarket(() => {
          left -= 1;
          if (left < 0) throw new Error('killed');
        });
        await bring(killed, before);
        left = writes;
        await bring(killed, file).catch(() => undefined);
        left = Number.POSITIVE_INFINITY;
        await bring(killed, file);

        expect(cellsOf(killed)).toEqual(cellsOf(await marketOf(before, file)));
      }),
    );
  });

  /** The market as one of several imports meets it: each of its steps comes when the scheduler says; it may be killed. */
  function inSteps(market: Market, scheduler: fc.Scheduler, steps = Number.POSITIVE_INFINITY): Market {
    let left = steps;
    const step = async (name: string): Promise<void> => {
      await scheduler.schedule(Promise.resolve(), name);
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    return {
      ...market,
      loads: (...asked) => step('loads').then(() => market.loads(...asked)),
      replaceLoads: (...asked) => step('replace loads').then(() => market.replaceLoads(...asked)),
      loadsBetween: async function* (...asked) {
        for await (const found of market.loadsBetween(...asked)) {
          yield found;
          await step('loads of the next week');
        }
      },
      sharing: () => step('sharing').then(() => market.sharing()),
      beginRefresh: (...asked) => step('begin').then(() => market.beginRefresh(...asked)),
      clearPending: (...asked) => step('settle').then(() => market.clearPending(...asked)),
      cells: (...asked) => step('cells').then(() => market.cells(...asked)),
      replaceCell: (...asked) => step('replace cell').then(() => market.replaceCell(...asked)),
    };
  }

  it.each([
    ['another one, in any order of steps', Number.POSITIVE_INFINITY],
    ['one that is killed and repeated', 40],
  ])('at the same time as %s loses nothing', async (_, most) => {
    const anySteps = most === Number.POSITIVE_INFINITY ? fc.constant(most) : fc.nat({ max: most });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), rows, rows, anySteps, async (scheduler, one, other, steps) => {
        const together = createInMemoryMarket();
        const living = bring(inSteps(together, scheduler), one);
        const killed = bring(inSteps(together, scheduler, steps), other).catch((error: unknown) => {
          if (most === Number.POSITIVE_INFINITY) throw error;
        });
        await scheduler.waitFor(Promise.all([living, killed]));
        if (most < Number.POSITIVE_INFINITY) await bring(together, other);

        expect(cellsOf(together)).toEqual(cellsOf(await marketOf(one, other)));
      }),
      { numRuns: 60 },
    );
  });

  it('of more loads in a week than an item holds is rejected before any is written', async () => {
    const market = createInMemoryMarket();
    const many = Array.from({ length: 60_000 }, (_, id) => ({ id: id * 7e9, week: 2_941 }));
    const rejected = bring(market, [{ id: 1, week: 2_940 }, ...many]);
    await expect(rejected).rejects.toThrow(TooManyLoadsError);
    await expect(rejected).rejects.toThrow(
      /^60000 distinct loads of los-angeles in the week of 2026-05-18 take \d+ bytes/,
    );
    expect(market.allLoads.size).toBe(0);
  });

  it('has loads that are read from their bytes as they were written', () => {
    fc.assert(
      fc.property(rows, (file) => {
        for (const loads of fileOf(file).weeks.values()) {
          const sorted = new Map([...loads].sort(([a], [b]) => a - b));
          expect([...loadsFromBytes(loadsToBytes(loads))]).toEqual([...sorted]);
        }
      }),
    );
  });
});

describe("an organization's loads", () => {
  const OWN = organizationOwner('org_1', 'live');
  const scopesOf = (market: Market) => new Set([...cellsOf(market).keys()].map((key) => key.split(' ')[0]));

  it('are private until they are shared, and again when sharing ends', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (theirs, operators) => {
        const market = await marketOf(operators);
        const without = cellsOf(market);
        await bring(market, theirs, OWN);
        const apart = cellsOf(market);
        expect(scopesOf(market)).toEqual(new Set(['market', OWN]));
        expect([...apart].filter(([key]) => key.startsWith('market '))).toEqual([...without]);

        await shareLoads(market, OWN, true, THIS_WEEK);
        const pooled = createInMemoryMarket();
        await pooled.share(OWN, true);
        await bring(pooled, theirs, OWN);
        await bring(pooled, operators);
        expect(cellsOf(market)).toEqual(cellsOf(pooled));

        await shareLoads(market, OWN, false, THIS_WEEK);
        expect(cellsOf(market)).toEqual(apart);
      }),
      { numRuns: 30 },
    );
  });

  it('of test keys never come into the market', async () => {
    const market = createInMemoryMarket();
    const owner = organizationOwner('org_1', 'test');
    await bring(market, [{ id: 1, week: 2_940 }], owner);
    await shareLoads(market, owner, true, THIS_WEEK);
    expect(scopesOf(market)).toEqual(new Set([owner]));
  });

  it.each<[LoadOwner, readonly (readonly [string, boolean])[]]>([
    ['simulated', [['simulated', true]]],
    ['org_1#live', [['org_1#live', false]]],
    ['operator', []],
  ])('are shared from the start or not: those of %s', async (owner, expected) => {
    const market = createInMemoryMarket();
    await registerOwner(market, owner);
    expect(await market.sharing()).toEqual(new Map(expected));
  });
});

describe('loads that prices do not use', () => {
  it('are counted in the cells of their freight market and organization only', async () => {
    const market = createInMemoryMarket();
    const { weeks } = fileOf([{ id: 1, week: 2_940 }]);
    for (const owner of ['operator', 'org_1#live'] as const)
      await importLoads(market, owner, { freightMarket: unlearnedName(MARKET), weeks }, THIS_WEEK);
    expect([...cellsOf(market).keys()]).toEqual([`org_1#live port#unlearned-${MARKET}`]);
  });
});

describe('a refresh', () => {
  /** No pauses, and every attempt takes no time. */
  const NO_TIME = { now: () => 0, pause: async () => undefined };
  const inWeeks = (...weeks: readonly number[]) => weeks.map((week) => ({ id: 1, week }));

  it(`keeps the last ${KEPT_WEEKS} weeks`, async () => {
    const oldest = THIS_WEEK - KEPT_WEEKS + 1;
    const market = await marketOf(inWeeks(oldest - 1, oldest, THIS_WEEK));
    expect((await portOf(market)).map(([week]) => week)).toEqual([oldest, THIS_WEEK]);
  });

  it('counts only pending weeks again, and leaves the others in their cells', async () => {
    const market = await marketOf(inWeeks(THIS_WEEK - 3, THIS_WEEK - 2, THIS_WEEK));
    for (const [key, kept] of market.allLoads) {
      market.allLoads.set(key, { ...kept, loads: new Map([[1, { ...keptLoad(1), count: 5 }]]) });
    }
    await market.addPending(MARKET, [THIS_WEEK - 3, THIS_WEEK]);
    await refreshCells(market, MARKET, THIS_WEEK);
    const counts = (await portOf(market)).map(([week, facts]) => [THIS_WEEK - week, loadsOf(facts)]);
    expect(counts).toEqual([
      [3, 5],
      [2, 1],
      [0, 5],
    ]);
  });

  it('stops writing, and begins again, when a later refresh has written a cell', async () => {
    const market = await marketOf(inWeeks(THIS_WEEK));
    await market.addPending(MARKET, [THIS_WEEK]);
    let begun = 0;
    const replaceCell = jest.fn(market.replaceCell);
    const beginRefresh: typeof market.beginRefresh = async (...asked) => {
      begun += 1;
      const refresh = await market.beginRefresh(...asked);
      return begun === 1 ? { ...refresh, stamp: 0 } : refresh;
    };
    await refreshCells({ ...market, beginRefresh, replaceCell }, MARKET, THIS_WEEK, NO_TIME);
    expect(begun).toBeGreaterThan(1);
    expect((await portOf(market)).map(([week]) => week)).toEqual([THIS_WEEK]);
    for (const [, , , stamps] of replaceCell.mock.calls) expect(stamps.now).toBeGreaterThan(0);
  });

  it.each([
    ['fewer', 'old-market'],
    ['more', 'new-market'],
  ])(
    'of the new freight market of a terminal, which had %s refreshes than the old one, completes',
    async (_, refreshed) => {
      const market = createInMemoryMarket();
      const lane = laneAt(0);
      const load = { ...keptLoad(1), lane };
      const bringTo = async (freightMarket: string, weeksAgo: number) => {
        const week = new Map([[THIS_WEEK - weeksAgo, { version: 1, loads: new Map([[load.id, load]]) }]]);
        await market.replaceLoads(freightMarket, 'operator', week);
        await refreshCells(market, freightMarket, THIS_WEEK, NO_TIME);
      };
      for (let count = 0; count < 60; count++) await market.beginRefresh(refreshed);
      for (const weeksAgo of [1, 2, 3]) await bringTo('old-market', weeksAgo);
      // Both markets have the terminal in the same week, as after the correction of its coordinates.
      await bringTo('new-market', 3);
      await bringTo('old-market', 4);
      await bringTo('new-market', 0);

      for (const [freightMarket, weeks] of [
        ['old-market', [1, 2, 3, 4]],
        ['new-market', [0, 3]],
      ] as const) {
        const { zone = '', lane: key = '' } = laneKeys({ ...lane, freightMarket, miles: 0 });
        for (const { cell } of await market.cells('market', [zone, key])) {
          expect([...cell.weeks.keys()].map((week) => THIS_WEEK - week).sort()).toEqual(weeks);
          expect([...cell.weeks.values()].map(loadsOf)).toEqual(weeks.map(() => 1));
        }
        expect((await market.beginRefresh(freightMarket)).pending).toEqual([]);
      }
    },
  );
});

describe('a publication', () => {
  const ofContributors = (ids: readonly number[], percent = 10) =>
    new Map(
      ids.map((id): [number, LoadRecord] => [
        id,
        { ...keptLoad(1), id, slot: slotOf(3, percent / 100), contributor: id },
      ]),
    );
  const publish = (market: Market) => publishMarket(market, THIS_WEEK);

  it('has the paths of freight markets with three contributors in a week, each its own, and of no other', async () => {
    const market = createInMemoryMarket();
    /** In the order of the names: a sole contributor comes before, between and after two markets of three. */
    const percents = { 'los-angeles': 90, oakland: 10, memphis: 80, savannah: 40, baltimore: 70 };
    const open = ['oakland', 'savannah'];
    for (const [freightMarket, percent] of Object.entries(percents)) {
      const loads = ofContributors(open.includes(freightMarket) ? [1, 2, 3] : [9], percent);
      const weeks = new Map(Array.from({ length: 20 }, (_, ago) => [THIS_WEEK - ago, loads]));
      await importLoads(market, 'operator', { freightMarket, weeks }, THIS_WEEK);
    }
    // Three contributors long ago: the fit went through their loads, and no rate looks back on them.
    const old = new Map([[THIS_WEEK - LOOKBACK_WEEKS - 5, ofContributors([4, 5, 6], 90)]]);
    await importLoads(market, 'operator', { freightMarket: 'los-angeles', weeks: old }, THIS_WEEK);
    await publish(market);

    const { freightMarkets } = (await readPublishedMarket(market)).fit;
    expect([...freightMarkets.keys()]).toEqual(open);
    const levelOf = (freightMarket: string) => freightMarkets.get(freightMarket)?.byWeek.at(-1) ?? Number.NaN;
    expect(levelOf('savannah')).toBeGreaterThan(levelOf('oakland'));
  });
});
