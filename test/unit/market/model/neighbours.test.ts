import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarketFit } from '../../../../shared/market/fit/market-fit.ts';
import { pricedKind } from '../../../../shared/market/loads/market-levels.ts';
import type { MarketLane } from '../../../../shared/market/loads/market-load.ts';
import { nonDecreasing } from '../../../../shared/market/model/distance-smoothing.ts';
import { estimateLane } from '../../../../shared/market/model/estimate-lane.ts';
import { MARKET_PARAMETERS } from '../../../../shared/market/model/market-parameters.ts';
import { type FittedMarket, nationPaths } from '../../../../shared/market/model/nation-paths.ts';
import { numberOfCases } from '../../../support/number-of-cases.ts';
import { laneAt, type SmallLoad, SmallMarket, THIS_WEEK } from '../small-market.ts';

const laneOf = (terminal: string, zip3: string, miles: number): MarketLane => ({
  terminal,
  zip3,
  miles,
  freightMarket: 'west',
  terminalType: 'marine',
  originState: 'CA',
  destinationState: 'CA',
});

/** Doors of the harbor's other terminals at many distances, then one of Pier A and one of Pier B. */
const DISTANCES = [4, 9, 14, 20, 28, 34, 42, 48, 60, 75, 96, 120, 160, 240, 380, 600];
const OTHERS = DISTANCES.map((miles, position) => laneOf(`Dock ${position % 3}`, `9${10 + position}`, miles));
const OF_A = OTHERS.length;
const OF_B = OF_A + 1;
const LANES = [...OTHERS, laneOf('Pier A', '940', 52), laneOf('Pier B', '941', 66)];
/** An area that no load went to. */
const NOWHERE = '999';

const ofOthers = fc.array(
  fc.record({
    lane: fc.nat({ max: OTHERS.length - 1 }),
    weeksAgo: fc.nat({ max: 40 }),
    residual: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
    contributor: fc.nat({ max: 5 }),
  }),
  { maxLength: 80 },
);
/** Cells keep residuals to the percent: two may be half a percent off each. */
const BINS = 0.01;
const fittedTo = (loads: readonly SmallLoad[]): FittedMarket => {
  const fit = new MarketFit();
  for (const { lane, weeksAgo, residual } of loads.toSorted((a, b) => b.weeksAgo - a.weeksAgo)) {
    const of = laneAt(lane, LANES);
    fit.add({ lane: of, week: THIS_WEEK - weeksAgo, kind: pricedKind(of.miles), residual, count: 1 });
  }
  return fit.advance(THIS_WEEK);
};
const RUNS = { numRuns: numberOfCases(70, 200) };

const marketOf = (loads: readonly SmallLoad[], lanes = LANES): SmallMarket =>
  new SmallMarket(loads, 'fitted', lanes);
const levelOf = (market: SmallMarket, lane: MarketLane): number => market.estimate(lane).levels.at(-1) ?? 0;

/** Loads of a lane in turn of weeks and contributors, all at one level. */
const steady = (lane: number, count: number, residual: number): readonly SmallLoad[] =>
  Array.from({ length: count }, (_, position) => ({
    lane,
    weeksAgo: position % 40,
    residual,
    contributor: position % 5,
  }));

/** A harbor whose other terminals pay what it costs. */
const AT_COST = OTHERS.flatMap((_, lane) => steady(lane, 6, 0));

/** Most that an area's loads of so many doors move its other doors by, as a part of how far they lie off. */
const areaPart = (doors: number, level: 'state' | 'zone'): number => {
  const own = MARKET_PARAMETERS[level].prior.variance;
  return own / (own + (2 * MARKET_PARAMETERS.lane.prior.variance) / doors);
};

describe('terminals of one harbor', () => {
  it('have the same level to one door if neither has loads', () => {
    fc.assert(
      fc.property(
        ofOthers,
        fc.constantFrom('915', NOWHERE),
        fc.integer({ min: 2, max: 700 }),
        (loads, to, miles) => {
          const market = marketOf(loads);
          const [a, b] = ['Pier A', 'Pier B'].map((from) => market.analyze(laneOf(from, to, miles)));
          expect(a?.rateCents).toBe(b?.rateCents);
        },
      ),
      RUNS,
    );
  });

  const level = fc.double({ min: -0.5, max: 0.5, noNaN: true });

  it('differ by a fifteenth of the difference of their loads if each has one other door, for any number of loads', () => {
    expect(areaPart(1, 'state')).toBeLessThan(1 / 15);
    fc.assert(
      fc.property(level, level, fc.integer({ min: 1, max: 300 }), (ofA, ofB, count) => {
        const market = marketOf([...AT_COST, ...steady(OF_A, count, ofA), ...steady(OF_B, count, ofB)]);
        const [a = 0, b = 0] = ['Pier A', 'Pier B'].map((from) => levelOf(market, laneOf(from, NOWHERE, 58)));
        expect(Math.abs(a - b)).toBeLessThanOrEqual(
          areaPart(1, 'state') * (Math.abs(ofA) + Math.abs(ofB) + BINS),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('differ by at most two thirds of the difference of a single load of the lane, and by at most that of many loads', () => {
    fc.assert(
      fc.property(level, fc.constantFrom(1, 3, 40), (of, count) => {
        const market = marketOf([...AT_COST, ...steady(OF_A, count, of)]);
        const [a = 0, b = 0] = ['Pier A', 'Pier B'].map((from) => levelOf(market, laneOf(from, '940', 52)));
        const most = count === 1 ? 0.68 : 1;
        expect(Math.abs(a - b)).toBeLessThanOrEqual(most * Math.abs(of) + BINS);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a farther door', () => {
  const miles = fc.integer({ min: 10, max: 8000 }).map((tenths) => tenths / 10);

  it('is never cheaper if its area and the nearer one have no loads, for any price of distance', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.7, max: 0.7, noNaN: true }), { minLength: 16, maxLength: 16 }),
        fc.array(miles, { minLength: 12, maxLength: 12 }),
        fc.constantFrom('marine' as const, 'rail' as const),
        fc.constantFrom('Dock 1', 'No loads'),
        (levels, distances, terminalType, from) => {
          const market = marketOf(levels.flatMap((level, lane) => steady(lane, 12, level)));
          const rates = distances
            .toSorted((a, b) => a - b)
            .map((at) => market.analyze({ ...laneOf(from, NOWHERE, at), terminalType }).rateCents);
          // Rates are rounded to the cent.
          for (const [position, rate] of rates.entries()) {
            expect(rate).toBeGreaterThanOrEqual((rates[position - 1] ?? 0) - 1);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is cheaper by a fifteenth of the difference of the loads of an area if only neighbours have loads, to one door each', () => {
    const areas = [laneOf('Dock 0', '950', 60), laneOf('Dock 0', '951', 61)];
    const [nearArea, farArea] = [OTHERS.length, OTHERS.length + 1];
    const level = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(level, level, fc.integer({ min: 1, max: 200 }), (dear, cheap, count) => {
        const loads = [...AT_COST, ...steady(nearArea, count, dear), ...steady(farArea, count, -cheap)];
        const market = marketOf(loads, [...OTHERS, ...areas]);
        const [near = 0, far = 0] = areas.map((to) =>
          levelOf(market, { ...to, terminal: 'Pier C', miles: 60.5 }),
        );
        expect(near - far).toBeLessThanOrEqual(areaPart(1, 'zone') * (dear + cheap + BINS));
      }),
      { numRuns: 60 },
    );
  });

  it('may be cheaper if its own loads show it', () => {
    const lanes = [laneOf('Pier A', '950', 60), laneOf('Pier A', '951', 70)];
    const loads = Array.from({ length: 60 }, (_, position) => ({
      lane: position % 2,
      weeksAgo: position % 20,
      residual: position % 2 === 0 ? 0.25 : -0.25,
      contributor: position % 5,
    }));
    const market = marketOf(loads, lanes);
    expect(market.analyze(1).rateCents).toBeLessThan(market.analyze(0).rateCents);
  });

  it('equals the cost model if there are no loads', () => {
    fc.assert(
      fc.property(miles, (at) => {
        expect(levelOf(marketOf([]), laneOf('Pier A', NOWHERE, at))).toBeCloseTo(0, 9);
      }),
      RUNS,
    );
  });
});

describe('levels by distance', () => {
  it('are those of the week that is asked for, whatever week was asked for before', () => {
    const loads = Array.from({ length: 600 }, (_, position) => ({
      lane: position % OTHERS.length,
      weeksAgo: position % 30,
      residual: 0.5 - 0.02 * (position % 30),
      contributor: position % 5,
    }));
    const place = { ...laneOf('Pier A', NOWHERE, 58), kind: pricedKind(58) };
    const fitted = fittedTo(loads);
    const levelIn = (week: number, of = fitted): number =>
      estimateLane({}, place, nationPaths(of, week)).levels.at(-1) ?? 0;
    const thisWeek = levelIn(THIS_WEEK);
    const before = levelIn(THIS_WEEK - 10);
    expect(before).toBe(levelIn(THIS_WEEK - 10, fittedTo(loads)));
    expect(thisWeek - before).toBeGreaterThan(0.1);
  });
});

describe('values that are made to never fall', () => {
  const values = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 40 });

  it('never decrease, keep their sum, and are unchanged if they never decreased', () => {
    fc.assert(
      fc.property(values, (given) => {
        const rising = nonDecreasing(given);
        expect(rising).toHaveLength(given.length);
        for (const [position, value] of rising.entries()) {
          expect(value).toBeGreaterThanOrEqual(rising[position - 1] ?? -Infinity);
        }
        const sum = (of: readonly number[]) => of.reduce((total, value) => total + value, 0);
        expect(sum(rising)).toBeCloseTo(sum(given), 9);
        const sorted = given.toSorted((a, b) => a - b);
        expect(nonDecreasing(sorted)).toEqual(sorted);
      }),
    );
  });
});
