import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LaneCells } from '../../../../shared/market/cells/lane-cells.ts';
import {
  BIN_WIDTHS,
  type BinWidth,
  type CountedLoad,
  type MarketCell,
} from '../../../../shared/market/cells/market-cell.ts';
import { cellOf, coarseWeek } from '../../../../shared/market/cells/merge-cells.ts';
import { type LevelsAboveLane, leaveLaneOut } from '../../../../shared/market/model/leave-lane-out.ts';
import { nationPaths, UNFITTED_MARKET } from '../../../../shared/market/model/nation-paths.ts';
import { sharedLevels } from '../../../../shared/market/model/shared-levels.ts';

const NATION = nationPaths(UNFITTED_MARKET, 160);
const SPAN = { from: 148, to: 160 };
const PORT = 'oakland';

const loadsWithin = (percent: number, kinds: number) =>
  fc.array(
    fc.record({
      week: fc.integer({ min: SPAN.from - 1, max: SPAN.to }),
      kind: fc.integer({ min: 0, max: kinds }),
      residual: fc.integer({ min: -percent, max: percent }).map((of) => of / 100),
      contributor: fc.constant('a'),
    }),
    { maxLength: 60 },
  );

/** Cells of a lane whose loads are in all of them, with those of others. */
function cellsOf(lane: readonly CountedLoad[], others: readonly CountedLoad[]): LaneCells {
  const all = cellOf([...lane, ...others]);
  return { freightMarket: all, marketState: all, state: all, zone: all, lane: cellOf(lane) };
}

const wider = (cell: MarketCell | undefined, width: BinWidth): MarketCell => ({
  weeks: new Map([...(cell?.weeks ?? [])].map(([week, of]) => [week, coarseWeek(of, width)])),
});

const aboveLane = (cells: LaneCells): LevelsAboveLane =>
  leaveLaneOut(sharedLevels(cells, NATION, PORT), cells, NATION.span);

const sumOf = ({ freightMarket, marketState, state, zone }: LevelsAboveLane): number =>
  [freightMarket, marketState, state, zone].reduce((sum, { means }) => sum + (means.at(-1) ?? 0), 0);

/** How far two levels are apart at most, in any week. */
const apart = (a: { means: readonly number[] }, b: { means: readonly number[] }): number =>
  Math.max(...a.means.map((mean, week) => Math.abs(mean - (b.means[week] ?? 0))));

describe('a lane that is left out of the levels above it', () => {
  it('leaves a freight market as the other lanes give it, exactly if there are no outliers', () => {
    fc.assert(
      fc.property(loadsWithin(3, 40), loadsWithin(3, 40), (ofLane, ofOthers) => {
        const without = aboveLane(cellsOf(ofLane, ofOthers));
        const all = cellOf(ofOthers);
        const alone = aboveLane({ freightMarket: all, marketState: all, state: all, zone: all });
        expect(apart(without.freightMarket, alone.freightMarket)).toBeLessThan(1e-9);
        expect(without.freightMarket.variance).toBeCloseTo(alone.freightMarket.variance, 12);
        expect(without.zone.variance).toBeCloseTo(alone.zone.variance, 12);
      }),
    );
  });

  it('keeps the levels above the lane that other lanes have, with and without outliers', () => {
    fc.assert(
      fc.property(loadsWithin(25, 4), loadsWithin(8, 4), (ofLane, ofOthers) => {
        const cells = cellsOf(ofLane, ofOthers);
        const all = cellOf(ofOthers);
        const alone = aboveLane({ freightMarket: all, marketState: all, state: all, zone: all });
        expect(Math.abs(sumOf(aboveLane(cells)) - sumOf(alone))).toBeLessThan(0.03);
      }),
    );
  });

  it('removes levels that only this lane has', () => {
    fc.assert(
      fc.property(loadsWithin(30, 40), (ofLane) => {
        const { freightMarketCurve, ...paths } = aboveLane(cellsOf(ofLane, []));
        for (const { means } of Object.values(paths)) expect(Math.max(...means.map(Math.abs))).toBe(0);
        expect(Math.max(...freightMarketCurve.map(Math.abs))).toBeLessThan(1e-6);
      }),
    );
  });

  it('is also found if the lane, the levels above it, or both count in wider bins', () => {
    const widths = fc.constantFrom(...BIN_WIDTHS);
    fc.assert(
      fc.property(loadsWithin(30, 4), widths, widths, (ofLane, widthOfLane, widthAbove) => {
        const cells = cellsOf(ofLane, []);
        const above = wider(cells.zone, widthAbove);
        const { freightMarket, zone } = aboveLane({
          ...cells,
          freightMarket: above,
          zone: above,
          lane: wider(cells.lane, widthOfLane),
        });
        for (const { means } of [freightMarket, zone]) expect(Math.max(...means.map(Math.abs))).toBe(0);
      }),
    );
  });

  it('changes nothing without loads', () => {
    fc.assert(
      fc.property(loadsWithin(30, 40), (ofOthers) => {
        const cells = cellsOf([], ofOthers);
        const { lane: _lane, ...without } = cells;
        expect(apart(aboveLane(cells).zone, aboveLane(without).zone)).toBeLessThan(1e-12);
      }),
    );
  });
});
