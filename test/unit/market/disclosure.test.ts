import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type CountedLoad,
  cellOf,
  contributorHash,
  countingWeek,
  kindOfSlot,
  loadsBetween,
  type MarketCell,
  slotsOf,
} from '../../../shared/market/cells/market-cell.ts';
import {
  type CellSources,
  disclosedCell,
  hasEnoughContributors,
  isDisclosable,
  roundedCount,
  visibleCells,
} from '../../../shared/market/cells/visible-cells.ts';
import type { LoadOwner } from '../../../shared/market/loads/load-owner.ts';
import { LANE_LEVELS } from '../../../shared/market/loads/market-levels.ts';
import { type LaneMarket, marketEvidence } from '../../../shared/market/published/lane-market.ts';

const ME = contributorHash('me');
const SPAN = { from: 100, to: 160 };

/** So many loads of each contributor in one week. */
const cell = (loads: Readonly<Record<string, number>>): MarketCell =>
  cellOf(
    Object.entries(loads).flatMap(([contributor, count]) =>
      Array.from({ length: count }, () => ({ week: 110, kind: 0, residual: 0.1, contributor })),
    ),
  );

/** A load of each contributor, a week apart. */
const loadsBy = (...contributors: readonly string[]): MarketCell =>
  cellOf(
    contributors.map((contributor, position) => ({
      week: 110 + position,
      kind: 0,
      residual: 0.1,
      contributor,
    })),
  );

describe('a count of loads', () => {
  const shown = (
    market: MarketCell | undefined,
    own?: MarketCell,
    requester?: number,
    ownPooled = requester !== undefined,
  ): number | null => {
    const sources = {
      market: market ? { marketState: market } : {},
      own: own ? { marketState: own } : {},
      requester,
      ownPooled,
    };
    const { cells, countShown } = visibleCells(sources, SPAN);
    return countShown('marketState', loadsBetween(cells.marketState, SPAN));
  };

  it('of other contributors is rounded down to 3, 5, 10, 20 and exact from 30', () => {
    const counts = [0, 2, 3, 4, 5, 9, 10, 19, 20, 29, 30, 31, 4_321];
    expect(counts.map(roundedCount)).toEqual([0, 0, 3, 3, 5, 5, 10, 10, 20, 20, 30, 31, 4_321]);
    expect(shown(cell({ a: 2, b: 2, c: 3 }))).toBe(5);
  });

  it('is exact for own loads, with and without loads of others', () => {
    expect(shown(undefined, cell({ me: 7 }))).toBe(7);
    expect(shown(cell({ a: 7 }), cell({ me: 7 }))).toBe(7);
    expect(shown(cell({ a: 2, b: 2, c: 3 }), cell({ me: 41 }))).toBe(46);
    expect(shown(cell({ a: 3, b: 2, c: 2, me: 41 }), cell({ me: 41 }), ME)).toBe(46);
  });

  it('is not shown to a test key of an organization with pooled loads among them', () => {
    const market = cell({ a: 1, b: 2, c: 3, me: 41 });
    expect(shown(market, undefined, ME, false)).toBeNull();
    expect(shown(cell({ a: 1, b: 2, c: 3 }), undefined, ME, false)).toBe(5);
  });

  it("is not shown of the operator's own loads", () => {
    expect(shown(cell({ operator: 50 }))).toBeNull();
    expect(shown(cell({ operator: 50, a: 1, b: 1 }))).toBeNull();
    expect(shown(cell({ operator: 50, a: 1, b: 1, c: 1 }))).toBe(53);
    expect(shown(cell({ operator: 50, a: 1, me: 2 }), cell({ me: 2 }), ME)).toBeNull();
  });
});

describe('the disclosed weeks of a cell', () => {
  const REPORTERS = ['me', 'operator', 'a', 'b', 'c', 'd'] as const;
  type Reporter = (typeof REPORTERS)[number];

  /** Each reporter has a kind of its own, so that a cell shows whose loads it holds. */
  const reported = (reporters: readonly Reporter[], most: number): fc.Arbitrary<CountedLoad[]> =>
    fc
      .array(
        fc.record({
          week: fc.integer({ min: 100, max: 106 }),
          contributor: fc.constantFrom(...reporters),
        }),
        { maxLength: most },
      )
      .map((loads) =>
        loads.map(({ week, contributor }) => ({
          week,
          contributor,
          kind: REPORTERS.indexOf(contributor),
          residual: 0.1,
        })),
      );

  /** Loads of others in a cell: by week, counting week and reporter. */
  const othersIn = (of: MarketCell): readonly string[] =>
    [...of.weeks]
      .flatMap(([week, facts]) =>
        [...slotsOf(facts)].flatMap(([slot, count]) => {
          const reporter = REPORTERS[kindOfSlot(slot)];
          if (reporter === 'me') return [];
          return [`${week} in ${countingWeek(of, week)}: ${count} of ${reporter}`];
        }),
      )
      .sort();

  const contributorsOf = (loads: readonly CountedLoad[]): ReadonlySet<string> =>
    new Set(loads.map(({ contributor }) => contributor).filter((name) => name !== 'operator'));

  it('show an organization the same loads of others whatever its own loads are, if weeks are combined', () => {
    fc.assert(
      fc.property(reported(REPORTERS.slice(1), 12), reported(['me'], 8), (others, mine) => {
        for (const level of ['zone', 'lane'] as const) {
          const without = disclosedCell(cellOf(others), level, ME);
          expect(othersIn(disclosedCell(cellOf([...others, ...mine]), level, ME))).toEqual(othersIn(without));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('contain other loads only of weeks with three contributors, not counting the operator', () => {
    fc.assert(
      fc.property(reported(REPORTERS, 16), fc.constantFrom(...LANE_LEVELS), (loads, level) => {
        const disclosed = disclosedCell(cellOf(loads), level);
        const byCounting = Map.groupBy(loads, ({ week }) => countingWeek(disclosed, week));
        for (const [week, facts] of disclosed.weeks) {
          const shown = new Set([...slotsOf(facts)].map(([slot]) => REPORTERS[kindOfSlot(slot)]));
          if (level !== 'lane' && shown.size === 1 && shown.has('operator')) continue;
          const together = byCounting.get(countingWeek(disclosed, week)) ?? [];
          expect(contributorsOf(together).size).toBeGreaterThanOrEqual(3);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("contain the operator's own loads above the lane in every week, and at the lane only with three contributors", () => {
    fc.assert(
      fc.property(reported(REPORTERS, 16), fc.constantFrom(...LANE_LEVELS), (loads, level) => {
        const shown = othersIn(disclosedCell(cellOf(loads), level)).filter((of) => of.endsWith('operator'));
        const weeks = new Set(
          loads.filter(({ contributor }) => contributor === 'operator').map(({ week }) => week),
        );
        if (level !== 'lane') expect(shown).toHaveLength(weeks.size);
        else if (contributorsOf(loads).size < 3) expect(shown).toHaveLength(0);
      }),
    );
  });
});

const seenOf = (sources: CellSources) => visibleCells(sources, SPAN).cells;

describe('the cells that an organization may see', () => {
  it('count contributors over all weeks of the span', () => {
    expect(hasEnoughContributors(loadsBy('a', 'b', 'a', 'b'), SPAN)).toBe(false);
    expect(hasEnoughContributors(loadsBy('a', 'b', 'a', 'c'), SPAN)).toBe(true);
    expect(hasEnoughContributors(loadsBy('a', 'b', 'c'), { from: 111, to: 130 })).toBe(false);
    expect(isDisclosable('lane', loadsBy('a', 'b', 'a'), SPAN)).toBe(false);
    expect(isDisclosable('lane', loadsBy('a', 'b', 'c'), SPAN)).toBe(true);
    expect(isDisclosable('lane', loadsBy('a', 'b', 'c'), { from: 1, to: 111 })).toBe(false);
    expect(isDisclosable('lane', loadsBy('a', 'b', 'operator'), SPAN)).toBe(false);
    expect(isDisclosable('freightMarket', loadsBy('a', 'b', 'c'), SPAN)).toBe(false);
    expect(isDisclosable('freightMarket', loadsBy('operator'), { from: 1, to: 2 })).toBe(false);
  });

  it("contain the operator's own loads above the lane, and other loads of a level with three contributors", () => {
    const ofOperator = loadsBy('operator', 'operator');
    const market = Object.fromEntries(LANE_LEVELS.map((level) => [level, ofOperator]));
    const { lane: _lane, ...above } = market;
    expect(seenOf({ market })).toEqual(above);

    const withAnother = loadsBy('operator', 'a');
    const visible = seenOf({ market: { zone: withAnother } });
    expect([...(visible.zone?.weeks.keys() ?? [])]).toEqual([110]);
    expect([...(visible.zone?.weeks.keys() ?? [])]).toEqual([110]);
  });

  it('count combined weeks in the week by which three contributors have loads', () => {
    const zone = loadsBy('a', 'b', 'c', 'd', 'd');
    const visible = seenOf({ market: { lane: loadsBy('a', 'b'), zone } });
    expect(Object.keys(visible)).toEqual(['zone']);
    expect([...(visible.zone?.weeks.keys() ?? [])]).toEqual([110, 111, 112]);
    expect(visible.zone?.countedIn).toEqual(
      new Map([
        [110, 112],
        [111, 112],
      ]),
    );
  });

  it('combine own and market loads, and count pooled loads once', () => {
    const alone = { lane: loadsBy('me') };
    expect(seenOf({ market: { lane: loadsBy('a', 'b') }, own: alone })).toEqual(alone);
    const market = { lane: loadsBy('a', 'b', 'c', 'me') };
    const own = { lane: cellOf([{ week: 113, kind: 0, residual: 0.1, contributor: 'me' }]) };
    const loads = (sources: Partial<CellSources> = {}) =>
      loadsBetween(seenOf({ market, own, ...sources }).lane, SPAN);
    const pooled = { requester: ME, ownPooled: true };
    expect(loads()).toBe(4);
    // The fourth week waits for others, and is shown to its own contributor.
    expect(loads(pooled)).toBe(4);
    expect(seenOf({ market, own, ...pooled }).lane?.weeks.has(113)).toBe(true);
    expect(seenOf({ market }).lane?.weeks.has(113)).toBe(false);
  });

  it("contain an organization's pooled loads of a week that discloses only the operator's own", () => {
    const market = { zone: cell({ operator: 1, a: 1, me: 2 }) };
    const own = { zone: cell({ me: 2 }) };
    expect(loadsBetween(seenOf({ market }).zone, SPAN)).toBe(1);
    const mine = seenOf({ market, own, requester: ME, ownPooled: true });
    expect(loadsBetween(mine.zone, SPAN)).toBe(3);
  });
});

describe('the evidence for an organization with pooled loads', () => {
  const LIVE: LoadOwner = 'org_me#live';
  const TEST: LoadOwner = 'org_me#test';
  const OTHER: LoadOwner = 'org_other#test';

  /** Of a market that LIVE pools its loads in. */
  function evidenceOf(owner: LoadOwner, lane: MarketCell, own?: MarketCell) {
    const published = {
      open: true,
      simulated: false,
      freightMarkets: new Map(),
      isPooled: (of: LoadOwner) => of === LIVE,
    };
    const kept = { market: { lane }, own: own ? { lane: own } : {}, owner, published };
    const evidence = marketEvidence({ freightMarket: 'oakland' }, kept as unknown as LaneMarket, SPAN);
    const loads = loadsBetween(evidence?.cells.lane, SPAN);
    return { loads, shown: evidence?.countShown('lane', loads) };
  }

  it('is the same for its test keys: its own loads do not count toward three contributors', () => {
    const lane = cell({ a: 1, b: 1, [LIVE]: 2 });
    expect(evidenceOf(TEST, lane).loads).toBe(0);
    expect(evidenceOf(LIVE, lane, cell({ [LIVE]: 2 })).loads).toBe(2);
    expect(evidenceOf(OTHER, lane).loads).toBe(4);
  });

  it('has no count for its test keys if its own loads are part of a sum', () => {
    const lane = cell({ a: 1, b: 1, c: 1, [LIVE]: 1 });
    expect(evidenceOf(TEST, lane)).toEqual({ loads: 4, shown: null });
    expect(evidenceOf(LIVE, lane, cell({ [LIVE]: 1 }))).toEqual({ loads: 4, shown: 4 });
    expect(evidenceOf(OTHER, lane)).toEqual({ loads: 4, shown: 3 });
    expect(evidenceOf(TEST, cell({ a: 1, b: 1, c: 1, d: 1, e: 1 })).shown).toBeNull();
  });
});
