import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketCell } from '../../../../shared/market/cells/market-cell.ts';
import { readContributionUseCase } from '../../../../shared/market/contribution/read-contribution.ts';
import type { CellScope } from '../../../../shared/market/loads/load-owner.ts';
import { mondayOfWeek, weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import { goodRow, LOADS_HEADER, uploadsUnderTest } from '../../../support/uploads-under-test.ts';

const NOW = () => new Date('2026-10-21T09:00:00Z');
const MARKETS = ['oakland', 'dallas', 'new-york'];

type Loads = readonly { readonly market: string; readonly week: number; readonly count: number }[];

/** A store whose cells have these loads, one slot for each entry. */
function storeOf(loads: Loads, shared: ReadonlyMap<string, boolean> = new Map()) {
  const scopes: CellScope[] = [];
  const cellOf = (key: string): MarketCell => {
    const own = loads.filter(({ market }) => key === `port#${market}`);
    const weeks = Map.groupBy(own, ({ week }) => week);
    return {
      weeks: new Map(
        [...weeks].map(([week, entries]) => [
          week,
          {
            slots: entries.map((_, slot) => slot),
            counts: entries.map(({ count }) => count),
            contributors: [1],
          },
        ]),
      ),
    };
  };
  return {
    scopes,
    store: {
      cells: async (scope: CellScope, keys: readonly string[]) => {
        scopes.push(scope);
        // DynamoDB's maximum of keys in one batch.
        if (keys.length > 100) throw new Error(`${keys.length} keys`);
        return keys.map((key) => ({ cell: cellOf(key), stamp: 1 }));
      },
      sharing: async () => shared,
    },
  };
}

describe('the contribution of an organization', () => {
  it('has all loads once, by freight market and by week', async () => {
    const entry = fc.record({
      market: fc.constantFrom(...MARKETS),
      week: fc.integer({ min: 2_900, max: 2_910 }),
      count: fc.integer({ min: 1, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 40 }), async (loads) => {
        const { data } = await readContributionUseCase(
          storeOf(loads).store,
          NOW,
        )({
          orgId: 'org_1',
          mode: 'live',
        });

        const sum = (of: Loads) => of.reduce((total, { count }) => total + count, 0);
        expect(data.observations).toBe(sum(loads));
        expect(new Map(data.weeks.map(({ weekOf, observations }) => [weekOf, observations]))).toEqual(
          new Map(
            [...Map.groupBy(loads, ({ week }) => mondayOfWeek(week))].map(([week, of]) => [week, sum(of)]),
          ),
        );
        expect(data.weeks.map(({ weekOf }) => weekOf)).toEqual(
          data.weeks.map(({ weekOf }) => weekOf).toSorted(),
        );
        for (const { name, observations, firstWeek, lastWeek } of data.freightMarkets) {
          const own = loads.filter(({ market }) => market === name);
          const mondays = own.map(({ week }) => mondayOfWeek(week)).toSorted();
          expect([observations, firstWeek, lastWeek]).toEqual([sum(own), mondays[0], mondays.at(-1)]);
        }
        expect(data.freightMarkets).toHaveLength(new Set(loads.map(({ market }) => market)).size);
        const counts = data.freightMarkets.map(({ observations }) => observations);
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      }),
    );
  });

  it.each([
    ['live', { 'org_1#live': true }, true],
    ['live', { 'org_1#live': false }, false],
    ['live', { 'org_2#live': true }, false],
    ['test', { 'org_1#live': true, 'org_1#test': true }, false],
  ] as const)('in %s mode with %j is shared: %j', async (mode, sharing, shared) => {
    const { store, scopes } = storeOf([], new Map(Object.entries(sharing)));

    const { data } = await readContributionUseCase(store, NOW)({ orgId: 'org_1', mode });

    expect(data).toEqual({ mode, shared, observations: 0, freightMarkets: [], weeks: [] });
    expect(scopes).toEqual([`org_1#${mode}`]);
  });

  it('covers the last 78 weeks, also if cells still have older ones', async () => {
    const week = weekNumber('2026-10-21');
    const loads = [
      { market: 'dallas', week: week - 78, count: 5 },
      { market: 'oakland', week: week - 78, count: 7 },
      { market: 'oakland', week: week - 77, count: 2 },
      { market: 'oakland', week, count: 1 },
    ];

    const { data } = await readContributionUseCase(
      storeOf(loads).store,
      NOW,
    )({ orgId: 'org_1', mode: 'live' });

    expect(data.observations).toBe(3);
    expect(data.freightMarkets).toEqual([
      { name: 'oakland', observations: 3, firstWeek: mondayOfWeek(week - 77), lastWeek: '2026-10-19' },
    ]);
    expect(data.weeks).toHaveLength(2);
  });

  it('counts the loads of an import, and none of others', async () => {
    const { upload, run, market, organizations } = uploadsUnderTest();
    for (const orgId of ['org_1', 'org_2']) organizations.set(orgId, { status: 'active' });
    await run(
      upload('organizations/org_1/live/a.csv', [LOADS_HEADER, goodRow(5), goodRow(6), ''].join('\n')),
    );
    await run(upload('organizations/org_1/test/a.csv', [LOADS_HEADER, goodRow(7), ''].join('\n')));
    await run(upload('organizations/org_2/live/a.csv', [LOADS_HEADER, goodRow(8), ''].join('\n')));

    const { data } = await readContributionUseCase(market, NOW)({ orgId: 'org_1', mode: 'live' });

    expect(data).toEqual({
      mode: 'live',
      shared: false,
      observations: 2,
      freightMarkets: [
        { name: 'los-angeles', observations: 2, firstWeek: '2026-10-05', lastWeek: '2026-10-05' },
      ],
      weeks: [{ weekOf: '2026-10-05', observations: 2 }],
    });
  });
});
