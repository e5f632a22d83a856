import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LaneCells } from '../../../shared/market/cells/lane-cells.ts';
import {
  BIN_WIDTHS,
  type BinWidth,
  type CountedLoad,
  type MarketCell,
} from '../../../shared/market/cells/market-cell.ts';
import { cellOf, coarseWeek } from '../../../shared/market/cells/merge-cells.ts';
import type { WeekValues } from '../../../shared/market/cells/week-values.ts';
import { pathsFromBytes, pathsToBytes } from '../../../shared/market/fit/fitted-bytes.ts';
import { MarketFit } from '../../../shared/market/fit/market-fit.ts';
import { pricedKind } from '../../../shared/market/loads/market-levels.ts';
import { confidenceOf, shownConfidence, tierOf } from '../../../shared/market/model/confidence.ts';
import {
  type ForecastError,
  IntervalCalibration,
} from '../../../shared/market/model/interval-calibration.ts';
import { type LevelsAboveLane, leaveLaneOut } from '../../../shared/market/model/leave-lane-out.ts';
import { filterLevel, type LevelDynamics } from '../../../shared/market/model/level-filter.ts';
import {
  type FittedMarket,
  nationPaths,
  UNFITTED_MARKET,
} from '../../../shared/market/model/nation-paths.ts';
import { sharedLevels } from '../../../shared/market/model/shared-levels.ts';
import { filterSlopedLevel } from '../../../shared/market/model/sloped-filter.ts';
import { LANES, laneAt, THIS_WEEK } from './small-market.ts';

describe('a score', () => {
  it.each([
    [0, 100],
    [0.04, 100],
    [0.072, 88],
    [0.084, 76],
    [0.105, 63],
    [0.106, 62],
    [0.5, 0],
    [2, 0],
  ])('of loads that deviate by %d is %d', (deviation, score) => {
    // A point in the middle of a line may be rounded down from just below it.
    expect(confidenceOf(deviation + 1e-12)).toBeLessThanOrEqual(score);
    expect(confidenceOf(deviation - 1e-12)).toBe(score);
  });

  it('is in the tier that its edges name', () => {
    expect([0, 62, 63, 75, 76, 87, 88, 100].map(tierOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('is at most 62 with fewer than 8 loads or 3 contributors', () => {
    const shown = (loads: number, contributors: number) => shownConfidence(90, { loads, contributors });
    expect([shown(8, 3), shown(7, 3), shown(8, 2), shown(100, 1)]).toEqual([90, 62, 62, 62]);
    expect(shownConfidence(40, { loads: 0, contributors: 0 })).toBe(40);
  });
});

describe('the calibration of intervals', () => {
  const WEEK = 500;
  const calibrated = (...errors: readonly Partial<ForecastError>[]) => {
    const calibration = new IntervalCalibration();
    for (const facts of errors)
      calibration.count({ week: WEEK - 1, tier: 2, standardizedError: 0, ...facts });
    return calibration.intervalBounds(WEEK);
  };

  it('contains the middle 80% of the errors of a tier', () => {
    const spread = Array.from({ length: 20_000 }, (_, at) => (at + 0.5) / 10_000 - 1);
    const reach = calibrated(...spread.map((at) => ({ standardizedError: at < 0 ? 2 * at : 3 * at })))[2];
    expect(reach?.low).toBeCloseTo(-1.6, 1);
    expect(reach?.high).toBeCloseTo(2.4, 1);
  });

  it('has bounds in a tier without errors, and always contains the rate', () => {
    const [none, , , onesided] = calibrated(...Array(5_000).fill({ tier: 3, standardizedError: 2 }));
    expect(none?.low).toBeCloseTo(-(none?.high ?? 0), 6);
    expect(none?.high).toBeGreaterThan(1);
    expect(onesided?.low).toBeLessThan(0);
  });

  it('does not use errors of the week itself or of later ones', () => {
    const later = [WEEK, WEEK + 1].map((week) => ({ week, standardizedError: 4 }));
    expect(calibrated(...later)).toEqual(calibrated());
  });
});

describe('a lane that is left out of the levels above it', () => {
  const NATION = nationPaths(UNFITTED_MARKET, 160);

  const loadsWithin = (percent: number, kinds: number) =>
    fc.array(
      fc.record({
        week: fc.integer({ min: 147, max: 160 }),
        kind: fc.integer({ min: 0, max: kinds }),
        residual: fc.integer({ min: -percent, max: percent }).map((of) => of / 100),
        contributor: fc.constant('a'),
      }),
      { maxLength: 60 },
    );
  const alike = (all: MarketCell) => ({ freightMarket: all, marketState: all, state: all, zone: all });

  /** Cells of a lane whose loads are in all of them, with those of others. */
  const cellsOf = (lane: readonly CountedLoad[], others: readonly CountedLoad[]): LaneCells => ({
    ...alike(cellOf([...lane, ...others])),
    lane: cellOf(lane),
  });
  const aboveLane = (cells: LaneCells): LevelsAboveLane =>
    leaveLaneOut(sharedLevels(cells, NATION, 'oakland'), cells, NATION.span);

  /** How far two levels are apart at most, in any week. */
  const apart = (a: { means: readonly number[] }, b: { means: readonly number[] }): number =>
    Math.max(...a.means.map((mean, week) => Math.abs(mean - (b.means[week] ?? 0))));

  it('leaves a freight market as the other lanes give it, exactly if there are no outliers', () => {
    fc.assert(
      fc.property(loadsWithin(3, 40), loadsWithin(3, 40), (ofLane, ofOthers) => {
        const without = aboveLane(cellsOf(ofLane, ofOthers));
        const alone = aboveLane(alike(cellOf(ofOthers)));
        expect(apart(without.freightMarket, alone.freightMarket)).toBeLessThan(1e-9);
        expect(without.freightMarket.variance).toBeCloseTo(alone.freightMarket.variance, 12);
        expect(without.zone.variance).toBeCloseTo(alone.zone.variance, 12);
      }),
    );
  });

  it('removes levels that only this lane has, also if it or the levels above it count in wider bins', () => {
    const widths = fc.constantFrom(...BIN_WIDTHS);
    const wider = (cell: MarketCell, width: BinWidth): MarketCell => ({
      weeks: new Map([...cell.weeks].map(([week, of]) => [week, coarseWeek(of, width)])),
    });
    const levels = ({ freightMarketCurve: _, ...paths }: LevelsAboveLane) => Object.values(paths);
    fc.assert(
      fc.property(loadsWithin(30, 40), loadsWithin(30, 4), widths, widths, (ofLane, few, own, above) => {
        const all = aboveLane(cellsOf(ofLane, []));
        for (const { means } of levels(all)) expect(Math.max(...means.map(Math.abs))).toBe(0);
        expect(Math.max(...all.freightMarketCurve.map(Math.abs))).toBeLessThan(1e-6);
        const cell = cellOf(few);
        const wide = wider(cell, above);
        const of = aboveLane({ ...alike(cell), freightMarket: wide, zone: wide, lane: wider(cell, own) });
        for (const { means } of [of.freightMarket, of.zone]) expect(Math.max(...means.map(Math.abs))).toBe(0);
      }),
    );
  });
});

describe('a followed level', () => {
  /** Weeks of loads, one of each value. */
  function weeksOf(weeks: readonly (readonly number[])[]): WeekValues {
    const values = Float64Array.from(weeks.flat());
    const starts = Int32Array.from([...weeks, []], (_, position) => weeks.slice(0, position).flat().length);
    return {
      values,
      counts: values.map(() => 1),
      steps: new Uint8Array(values.length),
      starts,
      loads: Float64Array.from(weeks, ({ length }) => length),
    };
  }

  const STEADY: LevelDynamics = {
    prior: { mean: 0, variance: 0.04 },
    levelVariance: 0.0004,
    slopeVariance: 0,
    slopeKept: 0,
    scatter: 0.1,
    mixVariance: 0,
  };
  const MOVING: LevelDynamics = { ...STEADY, slopeVariance: 0.0001, slopeKept: 0.8 };

  /** Solves a linear system by elimination: nothing of it is in the filter. */
  function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
    const rows = matrix.map((row, position) => [...row, right[position] ?? 0]);
    for (const [pivot, row] of rows.entries()) {
      for (const other of rows) {
        if (other === row) continue;
        const times = (other[pivot] ?? 0) / (row[pivot] ?? 1);
        for (const [column, value] of row.entries()) other[column] = (other[column] ?? 0) - times * value;
      }
    }
    return rows.map((row, position) => (row.at(-1) ?? 0) / (row[position] ?? 1));
  }

  /** Levels of a sum of normal steps given some weeks' values, by conditioning on all of them at once. */
  function conditioned(observed: ReadonlyMap<number, number>, weeks: number, dynamics: LevelDynamics) {
    const { prior, levelVariance, slopeVariance, slopeKept, scatter } = dynamics;
    const inOrder = Array.from({ length: weeks }, (_, week) => week);
    // Covariance of the levels, from the sources of their change: the prior, each level step, each slope step.
    const loadings = inOrder.map((at) => [
      Math.sqrt(prior.variance),
      ...inOrder.map((step) => (step >= 1 && step <= at ? Math.sqrt(levelVariance) : 0)),
      ...inOrder.map((step) => {
        if (step < 1 || step > at) return 0;
        let lasting = 0;
        for (let power = 0; power <= at - step; power++) lasting += slopeKept ** power;
        return Math.sqrt(slopeVariance) * lasting;
      }),
    ]);
    const covariance = (a: number, b: number): number =>
      (loadings[a] ?? []).reduce((sum, load, source) => sum + load * (loadings[b]?.[source] ?? 0), 0);
    const days = [...observed.keys()];
    const weekMeans = days.map((a) => days.map((b) => covariance(a, b) + (a === b ? scatter ** 2 : 0)));
    return inOrder.map((at) => {
      const gain = solve(
        weekMeans,
        days.map((day) => covariance(at, day)),
      );
      const gained = (of: (day: number) => number) =>
        days.reduce((sum, day, position) => sum + (gain[position] ?? 0) * of(day), 0);
      return {
        mean: gained((day) => observed.get(day) ?? 0),
        variance: covariance(at, at) - gained((day) => covariance(at, day)),
      };
    });
  }

  it.each([
    ['that wanders', STEADY, filterLevel],
    ['that wanders, by the filter of those with momentum,', STEADY, filterSlopedLevel],
    ['with momentum', MOVING, filterSlopedLevel],
  ])('%s is the estimate of all weeks together, without outliers', (_, dynamics, follow) => {
    const values = [0.02, 0.05, undefined, 0.03, 0.08, undefined, undefined, 0.09, undefined];
    const observed = new Map(
      [...values.entries()].flatMap(([at, of]) => (of === undefined ? [] : [[at, of]])),
    );
    const path = follow(weeksOf(values.map((of) => (of === undefined ? [] : [of]))), dynamics);
    const all = conditioned(observed, values.length, dynamics);
    for (const [at, { mean }] of all.entries()) expect(path.means[at]).toBeCloseTo(mean, 9);
    expect(path.variance).toBeCloseTo(all.at(-1)?.variance ?? 0, 9);
  });

  it('hardly moves for an outlier', () => {
    const steady = Array.from({ length: 10 }, () => [0.1, 0.12, 0.08]);
    const quiet = filterLevel(weeksOf(steady), STEADY);
    const stray = filterLevel(weeksOf([...steady.slice(0, 9), [0.1, 0.12, 0.08, 0.8]]), STEADY);
    expect(Math.abs((stray.means.at(-1) ?? 0) - (quiet.means.at(-1) ?? 0))).toBeLessThan(0.01);
  });

  it('has a variance that depends only on the number of loads', () => {
    const near = filterLevel(weeksOf([[0.1, 0.1, 0.1]]), STEADY);
    const far = filterLevel(weeksOf([[0.1, -0.3, 0.5]]), STEADY);
    expect(far.variance).toBe(near.variance);
  });

  it('has the same variance of a change by either filter, and is surer of it the more loads lie at both ends', () => {
    const weeks = weeksOf(Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? [] : [0.1, 0.12])));
    const { changeVariance } = filterSlopedLevel(weeks, STEADY);
    expect(filterLevel(weeks, STEADY).changeVariance).toBeCloseTo(changeVariance, 12);
    const change = (loads: number) =>
      filterLevel(weeksOf(Array(12).fill(Array(loads).fill(0.1))), STEADY).changeVariance;
    expect(change(20)).toBeLessThan(change(2));
    expect(change(2)).toBeLessThan(4 * STEADY.levelVariance);
  });
});

describe('the fit of all loads together', () => {
  const WEEKS = 40;

  /** Loads of every week; `level` of a lane (by position) in a week of the run. */
  function fitted(
    level: (lane: number, week: number) => number,
    loads: (lane: number, week: number) => number = () => 4,
  ): { readonly market: FittedMarket; readonly fit: MarketFit } {
    const fit = new MarketFit();
    for (let week = 0; week < WEEKS; week++) {
      const now = THIS_WEEK - WEEKS + week;
      if (week >= 10) fit.advance(now);
      for (const [position, lane] of LANES.entries()) {
        for (let load = 0; load < loads(position, week); load++) {
          const residual = level(position, week) + 0.03 * Math.sin(7 * week + 3 * load + position);
          fit.add({ lane, week: now, kind: pricedKind(lane.miles), residual, count: 1 });
        }
      }
    }
    return { market: fit.advance(THIS_WEEK), fit };
  }

  /** What the nation and its port say of a lane in the last week. */
  const above = ({ nation, freightMarkets }: FittedMarket, lane: number): number =>
    (nation.means.at(-1) ?? 0) + (freightMarkets.get(laneAt(lane).freightMarket)?.path.means.at(-1) ?? 0);

  it('does not move a freight market by the mix of its lanes', () => {
    // Lane 0 lies far above lane 1; in the last weeks only lane 0 has loads.
    const level = (lane: number): number => (lane === 0 ? 0.3 : 0);
    const both = fitted(level).market;
    const one = fitted(level, (lane, week) => (lane === 1 && week > 34 ? 0 : 4)).market;
    expect(Math.abs(above(one, 0) - above(both, 0))).toBeLessThan(0.02);
  });

  it('learns the scatter of loads, the variance between lanes, and whether lanes change quickly', () => {
    const still = fitted(() => 0).fit.dynamics;
    const apart = fitted((lane) => 0.3 * (lane % 2)).fit.dynamics;
    const quick = fitted((lane, week) => (Math.floor((week + 3 * lane) / 6) % 2 === 0 ? 0.15 : -0.15));
    expect(still.scatter).toBeLessThan(0.9);
    expect(apart.spread).toBeGreaterThan(still.spread);
    expect(quick.fit.dynamics.laneDriftRatio).toBeGreaterThan(1);
    expect(still.laneDriftRatio).toBeLessThanOrEqual(1);
  });

  it('is decoded from its bytes to a hundredth of a percent, for any level that a residual can have', () => {
    const { market } = fitted((lane, week) => 0.1 * lane + 0.003 * week);
    const names = [...market.freightMarkets.keys()];
    const read = pathsFromBytes(pathsToBytes(market), names);
    const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 3));
    expect([...read.freightMarkets.keys()]).toEqual(names);
    expect(read.nation.means).toEqual(close(market.nation.means));
    expect(Math.sqrt(read.nation.variance)).toBeCloseTo(Math.sqrt(market.nation.variance), 3);
    for (const [name, { path, curve }] of market.freightMarkets) {
      expect(read.freightMarkets.get(name)?.path.means.at(-1)).toBeCloseTo(path.means.at(-1) ?? 0, 3);
      expect([...(read.freightMarkets.get(name)?.curve ?? [])]).toEqual(close([...curve]));
    }
    fc.assert(
      fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (level) => {
        const nation = { ...UNFITTED_MARKET.nation, means: UNFITTED_MARKET.nation.means.map(() => level) };
        const { means } = pathsFromBytes(pathsToBytes({ nation, freightMarkets: new Map() }), []).nation;
        expect(means.every((mean) => Math.abs(mean - level) < 1e-3)).toBe(true);
      }),
    );
  });

  it('is extrapolated with a decaying slope and a growing variance, and cut to an earlier week', () => {
    const { market } = fitted((_, week) => 0.004 * week);
    const later = nationPaths(market, THIS_WEEK + 3);
    expect(later.span.to).toBe(THIS_WEEK + 3);
    expect(later.nation.means).toHaveLength(market.nation.means.length);
    expect(later.nation.means.at(-1)).toBeGreaterThan(market.nation.means.at(-1) ?? 0);
    expect(later.nation.means.at(-4)).toBe(market.nation.means.at(-1));
    expect(later.nation.variance).toBeGreaterThan(market.nation.variance);
    const earlier = nationPaths(market, THIS_WEEK - 5);
    expect(earlier.nation.means.at(-1)).toBe(market.nation.means.at(-6));
  });
});
