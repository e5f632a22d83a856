import { describe, expect, it } from 'vitest';
import {
  contributorHash,
  loadsBetween,
  type MarketCell,
} from '../../../../shared/market/cells/market-cell.ts';
import { cellOf } from '../../../../shared/market/cells/merge-cells.ts';
import {
  type CellSources,
  hasEnoughContributors,
  isDisclosable,
  visibleCells,
} from '../../../../shared/market/cells/visible-cells.ts';

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

describe('the cells that an organization may see', () => {
  it('count contributors over all weeks of the span', () => {
    expect(hasEnoughContributors([loadsBy('a', 'b', 'a', 'b')], SPAN)).toBe(false);
    expect(hasEnoughContributors([loadsBy('a', 'b', 'a', 'c')], SPAN)).toBe(true);
    expect(hasEnoughContributors([loadsBy('a', 'b', 'c')], { from: 111, to: 130 })).toBe(false);
    expect(isDisclosable('lane', loadsBy('a', 'b', 'a'), SPAN)).toBe(false);
    expect(isDisclosable('lane', loadsBy('a', 'b', 'c'), SPAN)).toBe(true);
    expect(isDisclosable('lane', loadsBy('a', 'b', 'c'), { from: 1, to: 111 })).toBe(false);
    expect(isDisclosable('lane', loadsBy('a', 'b', 'operator'), SPAN)).toBe(false);
    expect(isDisclosable('freightMarket', loadsBy('a', 'b', 'c'), SPAN)).toBe(false);
  });

  it("contain the operator's own loads above the lane, and other loads of a level with three contributors", () => {
    const ofOperator = loadsBy('operator', 'operator');
    const market = {
      freightMarket: ofOperator,
      marketState: ofOperator,
      state: ofOperator,
      zone: ofOperator,
      lane: ofOperator,
    };
    const { lane: _lane, ...above } = market;
    expect(visibleCells({ market }, SPAN)).toEqual(above);

    const withAnother = loadsBy('operator', 'a');
    const visible = visibleCells({ market: { state: withAnother, zone: withAnother } }, SPAN);
    expect([...(visible.state?.weeks.keys() ?? [])]).toEqual([110]);
    expect([...(visible.zone?.weeks.keys() ?? [])]).toEqual([110]);
    expect(isDisclosable('freightMarket', ofOperator, { from: 1, to: 2 })).toBe(false);
  });

  it('count combined weeks in the week by which three contributors have loads', () => {
    const zone = loadsBy('a', 'b', 'c', 'd', 'd');
    const visible = visibleCells({ market: { lane: loadsBy('a', 'b'), zone } }, SPAN);
    expect(Object.keys(visible)).toEqual(['zone']);
    expect([...(visible.zone?.weeks.keys() ?? [])]).toEqual([110, 111, 112]);
    expect(visible.zone?.countedIn).toEqual(
      new Map([
        [110, 112],
        [111, 112],
      ]),
    );
  });

  it("contain the organization's own loads without a minimum of contributors", () => {
    const own = { lane: loadsBy('me') };
    expect(visibleCells({ market: { lane: loadsBy('a', 'b') }, own }, SPAN)).toEqual(own);
  });

  it('combine own and market loads, and count pooled loads once', () => {
    const market = { lane: loadsBy('a', 'b', 'c', 'me') };
    const own = { lane: cellOf([{ week: 113, kind: 0, residual: 0.1, contributor: 'me' }]) };
    const loads = (sources: Partial<CellSources> = {}) =>
      loadsBetween(visibleCells({ market, own, ...sources }, SPAN).lane, SPAN);
    const pooled = { requester: contributorHash('me'), ownPooled: true };
    expect(loads()).toBe(4);
    // The fourth week waits for others, and is shown to its own contributor.
    expect(loads(pooled)).toBe(4);
    expect(visibleCells({ market, own, ...pooled }, SPAN).lane?.weeks.has(113)).toBe(true);
    expect(visibleCells({ market }, SPAN).lane?.weeks.has(113)).toBe(false);
  });

  it("contain an organization's pooled loads of a week that discloses only the operator's own", () => {
    const loads = (...contributors: readonly string[]): MarketCell =>
      cellOf(contributors.map((contributor) => ({ week: 110, kind: 0, residual: 0.1, contributor })));
    const market = { state: loads('operator', 'a', 'me', 'me') };
    const own = { state: loads('me', 'me') };
    expect(loadsBetween(visibleCells({ market }, SPAN).state, SPAN)).toBe(1);
    const mine = visibleCells({ market, own, requester: contributorHash('me'), ownPooled: true }, SPAN);
    expect(loadsBetween(mine.state, SPAN)).toBe(3);
  });
});
