import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellToBytes } from '../../../../shared/market/cells/cell-bytes.ts';
import { slotOf } from '../../../../shared/market/cells/market-cell.ts';
import {
  importLoads,
  previewImport,
  TooManyLoadsError,
} from '../../../../shared/market/importing/import-loads.ts';
import { shareLoads } from '../../../../shared/market/importing/share-loads.ts';
import { type LoadOwner, organizationOwner } from '../../../../shared/market/loads/load-owner.ts';
import { kindOf } from '../../../../shared/market/loads/market-levels.ts';
import { type LoadRecord, loadsFromBytes, loadsToBytes } from '../../../../shared/market/loads/week-loads.ts';
import { createInMemoryMarket } from '../../../support/in-memory-market.ts';

const THIS_WEEK = 2_960;
const REGION = 'los-angeles';

interface Row {
  readonly id: number;
  readonly week: number;
}

const STATES = ['CA', 'AZ', 'NV'];

const keptLoad = (id: number): LoadRecord => ({
  id,
  lane: {
    terminal: id % 7 === 0 ? undefined : `trm_${id % 3}`,
    terminalType: 'marine',
    originState: 'CA',
    destinationState: STATES[id % 3] ?? 'CA',
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
  return { freightMarket: REGION, weeks };
}

type Market = ReturnType<typeof createInMemoryMarket>;

const bring = (market: Market, rows: readonly Row[], owner: LoadOwner = 'operator') =>
  importLoads(market, owner, fileOf(rows), THIS_WEEK);

/** The market as one of several imports meets it: each of its steps comes when the scheduler says; it may be killed. */
function inSteps(market: Market, scheduler: fc.Scheduler, steps = Number.POSITIVE_INFINITY): Market {
  let left = steps;
  const step = async (name: string): Promise<void> => {
    await scheduler.schedule(Promise.resolve(), name);
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  const stepwise: Market = {
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
  return stepwise;
}

/** All cells with loads, as bytes. */
const cellsOf = (market: Market): ReadonlyMap<string, string> =>
  new Map(
    [...market.allCells]
      .filter(([, { cell }]) => cell.weeks.size > 0)
      .map(([key, { cell }]) => [key, Buffer.from(cellToBytes(cell)).toString('hex')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const row = fc.record({ id: fc.integer({ min: 1, max: 400 }), week: fc.integer({ min: 2_940, max: 2_945 }) });
const rows = fc.array(row, { minLength: 1, maxLength: 60 });

describe('an import', () => {
  it('adds each load once, however often a file is imported', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (file) => {
        const market = createInMemoryMarket();
        expect(await bring(market, file)).toEqual({ added: file.length, known: 0 });
        const once = cellsOf(market);

        expect(await bring(market, file)).toEqual({ added: 0, known: file.length });
        expect(cellsOf(market)).toEqual(once);
      }),
    );
  });

  it('does not depend on the order of files or their common rows', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (one, other) => {
        const forth = createInMemoryMarket();
        const back = createInMemoryMarket();
        await bring(forth, one);
        await bring(forth, other);
        await bring(back, [...other].reverse());
        await bring(back, one);

        expect(cellsOf(forth)).toEqual(cellsOf(back));
      }),
    );
  });

  it('has a preview that counts as the import does, and writes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (before, file) => {
        const market = createInMemoryMarket();
        await bring(market, before);
        const stored = structuredClone(market.allLoads);
        const preview = await previewImport(market, 'operator', fileOf(file));
        expect(market.allLoads).toEqual(stored);

        expect(await bring(market, file)).toEqual(preview);
      }),
    );
  });

  it('fails if other processes change its weeks before each of its writes', async () => {
    const market = createInMemoryMarket();
    const contested: Market = { ...market, replaceLoads: async (_port, _owner, weeks) => [...weeks.keys()] };
    await expect(bring(contested, [{ id: 1, week: 2_940 }])).rejects.toThrow(
      `other processes keep changing the loads of ${REGION}; try again`,
    );
    expect(market.allLoads.size).toBe(0);
  });

  it('counts equal rows as often as the file with most of them', async () => {
    const market = createInMemoryMarket();
    const twice = [
      { id: 1, week: 2_940 },
      { id: 1, week: 2_940 },
    ];
    expect(await bring(market, twice)).toEqual({ added: 2, known: 0 });
    expect(await bring(market, [...twice, { id: 1, week: 2_940 }, { id: 2, week: 2_940 }])).toEqual({
      added: 2,
      known: 2,
    });
  });

  it('that was killed at any write and is run again ends as one that was not', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.integer({ min: 0, max: 80 }), async (before, file, writes) => {
        const whole = createInMemoryMarket();
        let left = Number.POSITIVE_INFINITY;
        const killed = createInMemoryMarket(() => {
          left -= 1;
          if (left < 0) throw new Error('killed');
        });
        for (const market of [whole, killed]) await bring(market, before);
        await bring(whole, file);

        left = writes;
        await bring(killed, file).catch(() => undefined);
        left = Number.POSITIVE_INFINITY;
        await bring(killed, file);

        expect(cellsOf(killed)).toEqual(cellsOf(whole));
      }),
    );
  });

  it('at the same time as another one gives the same result as one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (one, other) => {
        const together = createInMemoryMarket();
        const apart = createInMemoryMarket();
        await Promise.all([bring(together, one), bring(together, other), bring(together, one)]);
        await bring(apart, one);
        await bring(apart, other);

        expect(cellsOf(together)).toEqual(cellsOf(apart));
      }),
      { numRuns: 30 },
    );
  });

  it('at the same time as another one loses nothing, in any order of steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), rows, rows, async (scheduler, one, other) => {
        const together = createInMemoryMarket();
        const apart = createInMemoryMarket();
        const stepwise = inSteps(together, scheduler);
        await scheduler.waitFor(Promise.all([bring(stepwise, one), bring(stepwise, other)]));
        await bring(apart, one);
        await bring(apart, other);

        expect(cellsOf(together)).toEqual(cellsOf(apart));
      }),
      { numRuns: 60 },
    );
  });

  it('at the same time as one that is killed and repeated loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        rows,
        rows,
        fc.nat({ max: 40 }),
        async (scheduler, one, other, steps) => {
          const together = createInMemoryMarket();
          const apart = createInMemoryMarket();
          const living = bring(inSteps(together, scheduler), one);
          const killed = bring(inSteps(together, scheduler, steps), other).catch(() => undefined);
          await scheduler.waitFor(Promise.all([living, killed]));
          await bring(together, other);
          await bring(apart, one);
          await bring(apart, other);

          expect(cellsOf(together)).toEqual(cellsOf(apart));
        },
      ),
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

  it('forgets weeks that no rate looks back on', async () => {
    const market = createInMemoryMarket();
    await bring(market, [
      { id: 1, week: THIS_WEEK - 100 },
      { id: 2, week: THIS_WEEK },
    ]);
    const [port] = await market.cells('market', [`port#${REGION}`]);
    expect([...(port?.cell.weeks.keys() ?? [])]).toEqual([THIS_WEEK]);
  });
});

describe("an organization's loads", () => {
  const OWN = organizationOwner('org_1', 'live');
  const scopesOf = (market: Market) => new Set([...cellsOf(market).keys()].map((key) => key.split(' ')[0]));

  it('are private until they are shared, and again when sharing ends', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (theirs, operators) => {
        const market = createInMemoryMarket();
        await bring(market, operators);
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
});

describe('kept loads', () => {
  it('are read from their bytes as they were written', () => {
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
