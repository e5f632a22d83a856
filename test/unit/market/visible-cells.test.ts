import { describe, expect, it } from '@jest/globals';
import type { MarketCell } from '../../../shared/market/market-cell.ts';
import { cellOf, mergeCells } from '../../../shared/market/merge-cells.ts';
import { manyContribute, servesAll, visibleCells } from '../../../shared/market/visible-cells.ts';

const SPAN = { from: 100, to: 130 };

const loadsBy = (...contributors: readonly string[]): MarketCell =>
  cellOf(
    contributors.map((contributor, position) => ({
      week: 110 + position,
      kind: 0,
      residual: 0.1,
      contributor,
    })),
  );

describe('what an organization is answered from', () => {
  it('counts contributors over all weeks of the span', () => {
    expect(manyContribute([loadsBy('a', 'b', 'a', 'b')], SPAN)).toBe(false);
    expect(manyContribute([loadsBy('a', 'b', 'a', 'c')], SPAN)).toBe(true);
    expect(manyContribute([loadsBy('a', 'b', 'c')], { from: 111, to: 130 })).toBe(false);
  });

  it("holds the operator's own loads above the lane, in a ZIP area where nobody else is", () => {
    const ofOperator = loadsBy('operator', 'operator');
    const market = {
      port: ofOperator,
      region: ofOperator,
      state: ofOperator,
      zone: ofOperator,
      lane: ofOperator,
    };
    const { lane: _lane, ...above } = market;
    expect(visibleCells({ market }, SPAN)).toEqual(above);

    const withAnother = loadsBy('operator', 'a');
    expect(visibleCells({ market: { state: withAnother, zone: withAnother } }, SPAN)).toEqual({
      state: withAnother,
    });
    expect(servesAll('nation', [ofOperator], SPAN)).toBe(true);
    expect(servesAll('nation', [loadsBy('a', 'b')], SPAN)).toBe(false);
    expect(servesAll('port', [ofOperator], { from: 1, to: 2 })).toBe(false);
  });

  it("does not hold levels of the market's that fewer than three contributors are behind", () => {
    const market = { lane: loadsBy('a', 'b'), zone: loadsBy('a', 'b', 'c') };
    expect(visibleCells({ market }, SPAN)).toEqual({ zone: market.zone });
  });

  it("holds the organization's own data, however few are behind it", () => {
    const own = { lane: loadsBy('me') };
    expect(visibleCells({ market: { lane: loadsBy('a', 'b') }, own }, SPAN)).toEqual(own);
  });

  it('adds own data to that of the market, and counts pooled data once', () => {
    const market = { lane: loadsBy('a', 'b', 'me') };
    const own = { lane: loadsBy('me') };
    expect(visibleCells({ market, own }, SPAN).lane).toEqual(mergeCells(market.lane, own.lane));
    expect(visibleCells({ market, own, pooled: true }, SPAN)).toEqual(market);
  });
});
