import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disclosedCell } from '../../../../shared/market/cells/disclosed-cell.ts';
import {
  type CountedLoad,
  contributorHash,
  countingWeek,
  kindOfSlot,
  type MarketCell,
} from '../../../../shared/market/cells/market-cell.ts';
import { cellOf } from '../../../../shared/market/cells/merge-cells.ts';
import { LANE_LEVELS } from '../../../../shared/market/loads/market-levels.ts';

const REPORTERS = ['me', 'operator', 'a', 'b', 'c', 'd'] as const;
type Reporter = (typeof REPORTERS)[number];
const ME = contributorHash('me');

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
function othersIn(cell: MarketCell): readonly string[] {
  return [...cell.weeks]
    .flatMap(([week, { slots, counts }]) =>
      slots.flatMap((slot, position) => {
        const reporter = REPORTERS[kindOfSlot(slot)];
        if (reporter === 'me') return [];
        return [`${week} in ${countingWeek(cell, week)}: ${counts[position]} of ${reporter}`];
      }),
    )
    .sort();
}

const contributorsOf = (loads: readonly CountedLoad[]): ReadonlySet<string> =>
  new Set(loads.map(({ contributor }) => contributor).filter((name) => name !== 'operator'));

describe('the disclosed weeks of a cell', () => {
  it('show an organization the same loads of others whatever its own loads are, if weeks are combined', () => {
    fc.assert(
      fc.property(reported(REPORTERS.slice(1), 12), reported(['me'], 8), (others, mine) => {
        for (const level of ['state', 'zone', 'lane'] as const) {
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
        for (const [week, { slots }] of disclosed.weeks) {
          const shown = new Set(slots.map((slot) => REPORTERS[kindOfSlot(slot)]));
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

  it('are the same object for the same cell, also for an organization for which they do not differ', () => {
    const four = cellOf(
      ['a', 'b', 'c', 'me'].map((contributor) => ({ week: 100, kind: 0, residual: 0, contributor })),
    );
    const cell: MarketCell = {
      weeks: new Map([
        ...four.weeks,
        ...cellOf([{ week: 103, kind: 0, residual: 0, contributor: 'd' }]).weeks,
      ]),
    };
    expect(disclosedCell(cell, 'zone')).toBe(disclosedCell(cell, 'zone'));
    expect(disclosedCell(cell, 'zone', ME)).toBe(disclosedCell(cell, 'zone'));
    expect([...disclosedCell(cell, 'zone').weeks.keys()]).toEqual([100]);
  });
});
