import { describe, expect, it } from 'vitest';
import { countShown, roundedCount } from '../../../../shared/market/cells/count-shown.ts';
import {
  contributorHash,
  loadsBetween,
  type MarketCell,
} from '../../../../shared/market/cells/market-cell.ts';
import { cellOf } from '../../../../shared/market/cells/merge-cells.ts';
import { visibleCells } from '../../../../shared/market/cells/visible-cells.ts';

const SPAN = { from: 100, to: 160 };
const ME = contributorHash('me');

/** So many loads of each in one week. */
const cell = (loads: Readonly<Record<string, number>>): MarketCell =>
  cellOf(
    Object.entries(loads).flatMap(([contributor, count]) =>
      Array.from({ length: count }, () => ({ week: 120, kind: 0, residual: 0.1, contributor })),
    ),
  );

const shown = (
  market: MarketCell | undefined,
  own?: MarketCell,
  requester?: number,
  ownPooled = requester !== undefined,
): number | null => {
  const sources = {
    market: market ? { state: market } : {},
    own: own ? { state: own } : {},
    requester,
    ownPooled,
  };
  const visible = visibleCells(sources, SPAN);
  return countShown(visible, sources, SPAN)('state', loadsBetween(visible.state, SPAN));
};

describe('a count of loads', () => {
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
