import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MarketCell } from '../../../shared/market/cells/market-cell.ts';
import { cellOf, mergeCells } from '../../../shared/market/cells/merge-cells.ts';
import { MarketFit } from '../../../shared/market/fit/market-fit.ts';
import { pricedKind } from '../../../shared/market/loads/market-levels.ts';
import type { MarketLane } from '../../../shared/market/loads/market-load.ts';
import { estimateLane, nonDecreasing } from '../../../shared/market/model/estimate-lane.ts';
import { MARKET_PARAMETERS } from '../../../shared/market/model/market-parameters.ts';
import { nationPaths } from '../../../shared/market/model/nation-paths.ts';
import { LANES, laneAt, type SmallLoad, SmallMarket, steady, THIS_WEEK } from './small-market.ts';

const levelOf = (market: SmallMarket, lane: number | MarketLane): number =>
  market.estimate(lane).levels.at(-1) ?? 0;

/** How far a range reaches, as a share of the rate. */
const widthOf = ({ rateCents, range }: ReturnType<SmallMarket['analyze']>): number =>
  (range.maxCents - range.minCents) / rateCents;

const loadsOf = (weeksAgo: number, most: number, residual = 0.6) =>
  fc.array(
    fc.record({
      lane: fc.nat({ max: LANES.length - 1 }),
      weeksAgo: fc.nat({ max: weeksAgo }),
      residual: fc.double({ min: -residual, max: residual, noNaN: true }),
      contributor: fc.nat({ max: 5 }),
    }),
    { maxLength: most },
  );
const anyLane = fc.nat({ max: LANES.length - 1 });
const anyNation = fc.constantFrom('fitted' as const, 'unfitted' as const);

describe('every market', () => {
  const loads = loadsOf(30, 60);
  const RUNS = { numRuns: 40 };

  /** Loads of every week and lane: a nation does not hang on a single load. */
  const MARKET_AT_LARGE: readonly SmallLoad[] = Array.from({ length: 120 }, (_, position) => ({
    lane: position % LANES.length,
    weeksAgo: position % 31,
    residual: 0.1 + 0.02 * ((position * 7) % 5),
    contributor: position % 6,
  }));

  it('has rates within their ranges, and a confidence that a load which agrees never lowers', () => {
    fc.assert(
      fc.property(
        loads,
        fc.integer({ min: 1, max: 5 }),
        anyLane,
        anyNation,
        (before, count, lane, nation) => {
          const market = new SmallMarket(before, nation);
          const { confidence, rateCents, range, forecast, timeline } = market.analyze(lane);
          for (const { cents, minCents, maxCents } of [{ cents: rateCents, ...range }, ...forecast]) {
            expect(minCents).toBeLessThanOrEqual(cents);
            expect(maxCents).toBeGreaterThanOrEqual(cents);
          }
          expect(timeline).toHaveLength(13);
          expect(timeline.at(-1)).toEqual({ date: '2026-10-05', cents: rateCents });
          const agreeing = { lane, weeksAgo: 0, residual: levelOf(market, lane), contributor: 1 };
          const after = new SmallMarket([...before, ...Array(count).fill(agreeing)], nation);
          expect(after.analyze(lane).confidence).toBeGreaterThanOrEqual(confidence);
        },
      ),
      { numRuns: 2 * RUNS.numRuns },
    );
  });

  it("has levels that a lane's own loads pull toward them", () => {
    const off = fc.double({ min: 0.03, max: 0.4, noNaN: true });
    fc.assert(
      fc.property(loads, anyLane, fc.constantFrom(-1, 1), off, (before, lane, side, off) => {
        const market = [...MARKET_AT_LARGE, ...before];
        const level = levelOf(new SmallMarket(market), lane);
        const own = { lane, weeksAgo: 0, residual: level + side * off, contributor: 1 };
        expect(side * (levelOf(new SmallMarket([...market, own]), lane) - level)).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  });

  it('does not depend on the order of loads, or on the chunks that they come in', () => {
    const cell = (some: readonly SmallLoad[]): MarketCell =>
      cellOf(
        some.map(({ weeksAgo, residual, contributor }) => ({
          week: weeksAgo,
          kind: 3,
          residual,
          contributor: String(contributor),
        })),
      );
    fc.assert(
      fc.property(loads, fc.infiniteStream(fc.nat()), anyLane, fc.nat({ max: 60 }), (of, keys, lane, cut) => {
        const shuffled = of
          .map((each) => ({ each, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        expect(new SmallMarket(shuffled).analyze(lane)).toEqual(new SmallMarket(of).analyze(lane));
        expect(mergeCells(cell(of.slice(cut)), cell(of.slice(0, cut)))).toEqual(cell(of));
      }),
      RUNS,
    );
  });
});

describe('the score of a lane', () => {
  /** Lane 2 is in the area of lane 0, from a neighbouring terminal. */
  const [LANE, NEIGHBOUR] = [0, 2];
  const ofOthers = steady(NEIGHBOUR, 400, 6);
  const confidenceOf = (loads: readonly SmallLoad[]) => new SmallMarket(loads).analyze(LANE).confidence;

  it('leaves the lowest tier with the eighth load and the third contributor, however many neighbours have loads', () => {
    expect(confidenceOf([...ofOthers, ...steady(LANE, 7, 3)])).toBe(62);
    expect(confidenceOf([...ofOthers, ...steady(LANE, 8, 3)])).toBeGreaterThan(62);
    expect(confidenceOf([...ofOthers, ...steady(LANE, 60, 2)])).toBe(62);
    expect(confidenceOf([...ofOthers, ...steady(LANE, 60, 3)])).toBeGreaterThanOrEqual(88);
  });

  it('does not count loads that are older than the weeks that count', () => {
    const old = steady(LANE, 20, 4).map((one) => ({ ...one, weeksAgo: 61 }));
    expect(confidenceOf([...ofOthers, ...old])).toBeLessThanOrEqual(62);
  });

  it('is held at 62, while the range follows the expected error', () => {
    const width = (contributors: number): number =>
      widthOf(new SmallMarket([...ofOthers, ...steady(LANE, 60, contributors)]).analyze(LANE));
    expect(width(2)).toBeCloseTo(width(3), 6);
  });
});

describe('own loads without a market', () => {
  const FACTOR = 1.28;
  const LEVEL = Math.log(FACTOR);
  /** The second lane has the first's port, the last another one. */
  const [OWN_LANE, LANE_OF_PORT, LANE_ELSEWHERE] = [0, 1, 3];

  /** Loads of one lane within 2% of a level, over the last half year. */
  const ownLoads = (count: number): readonly SmallLoad[] =>
    Array.from({ length: count }, (_, position) => ({
      lane: OWN_LANE,
      weeksAgo: position % 26,
      residual: LEVEL + 0.02 * (((position * 7) % 11) / 5 - 1),
      contributor: 0,
    }));
  const analyzed = (count: number, lane = OWN_LANE) =>
    new SmallMarket(ownLoads(count), 'unfitted').analyze(lane);

  it('have a narrow range if they are many and similar, and the score of a single contributor', () => {
    const many = analyzed(500);
    expect(many.factor).toBeCloseTo(FACTOR, 2);
    expect(many.confidence).toBe(62);
    expect(widthOf(many)).toBeLessThan(0.2);
  });

  it('count more, the more there are', () => {
    const all = [0, 1, 3, 10, 30, 100, 500].map((count) => analyzed(count));
    const confidences = all.map(({ confidence }) => confidence);
    expect(confidences).toEqual(confidences.toSorted((a, b) => a - b));
    expect(confidences[0]).toBeLessThan(30);
    expect(all.map(widthOf)).toEqual(all.map(widthOf).toSorted((a, b) => b - a));
  });

  it('affect other lanes of their freight market, and hardly those of other freight markets', () => {
    const [own, ofPort, elsewhere] = [OWN_LANE, LANE_OF_PORT, LANE_ELSEWHERE].map((lane) =>
      analyzed(500, lane),
    );
    if (!own || !ofPort || !elsewhere) throw new Error('no lanes');
    expect(widthOf(ofPort)).toBeGreaterThan(1.5 * widthOf(own));
    expect(ofPort.confidence).toBeGreaterThan(elsewhere.confidence + 20);
    expect(ofPort.factor).toBeGreaterThan(1.1);
    // No one knows what its distance makes of it.
    expect(widthOf(ofPort)).toBeGreaterThan(0.3);
    expect(elsewhere.factor).toBe(1);
  });

  it('follow a moving market', () => {
    const risen = ownLoads(500).map((load) => ({
      ...load,
      residual: load.residual + 0.25 * Math.max(0, 1 - load.weeksAgo / 6),
    }));
    const { factor, trend } = new SmallMarket(risen, 'unfitted').analyze(OWN_LANE);
    expect(Math.abs(Math.log(factor) - LEVEL - 0.25)).toBeLessThan(0.05);
    expect(trend).toBe('rising');
  });
});

describe('neighbours', () => {
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
  const OTHERS = DISTANCES.map((miles, position) =>
    laneOf(`Dock ${position % 3}`, `9${10 + position}`, miles),
  );
  const [OF_A, OF_B] = [OTHERS.length, OTHERS.length + 1];
  const HARBOR = [...OTHERS, laneOf('Pier A', '940', 52), laneOf('Pier B', '941', 66)];
  /** An area that no load went to. */
  const NOWHERE = '999';
  /** Cells keep residuals to the percent: two may be half a percent off each. */
  const BINS = 0.01;

  const marketOf = (loads: readonly SmallLoad[], lanes = HARBOR) => new SmallMarket(loads, 'fitted', lanes);
  /** Loads of a lane in turn of weeks and contributors, all at one level. */
  const atLevel = (lane: number, count: number, residual: number): readonly SmallLoad[] =>
    Array.from({ length: count }, (_, position) => ({
      lane,
      weeksAgo: position % 40,
      residual,
      contributor: position % 5,
    }));
  /** A harbor whose other terminals pay what it costs. */
  const AT_COST = OTHERS.flatMap((_, lane) => atLevel(lane, 6, 0));
  const anyLevel = fc.double({ min: -0.5, max: 0.5, noNaN: true });
  const anyMiles = fc.integer({ min: 10, max: 8000 }).map((tenths) => tenths / 10);
  const RUNS = { numRuns: 40 };

  /** Most that an area's loads to one door move its other doors by, as a part of how far they lie off. */
  const areaPart = (level: 'state' | 'zone'): number => {
    const own = MARKET_PARAMETERS[level].prior.variance;
    return own / (own + 2 * MARKET_PARAMETERS.lane.prior.variance);
  };
  const fromPiers = (market: SmallMarket, to: string, miles: number) =>
    ['Pier A', 'Pier B'].map((from) => levelOf(market, laneOf(from, to, miles)));

  it('of one harbor have the same rate to one door if neither terminal has loads', () => {
    const ofOthers = fc.array(
      fc.record({
        lane: fc.nat({ max: OTHERS.length - 1 }),
        weeksAgo: fc.nat({ max: 40 }),
        residual: anyLevel,
        contributor: fc.nat({ max: 5 }),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(ofOthers, fc.constantFrom('915', NOWHERE), anyMiles, (loads, to, miles) => {
        const market = marketOf(loads);
        const [a, b] = ['Pier A', 'Pier B'].map((from) => market.analyze(laneOf(from, to, miles)));
        expect(a?.rateCents).toBe(b?.rateCents);
      }),
      RUNS,
    );
  });

  it('of one harbor differ by a fifteenth of the difference of their loads if each has one other door', () => {
    expect(areaPart('state')).toBeLessThan(1 / 15);
    fc.assert(
      fc.property(anyLevel, anyLevel, fc.integer({ min: 1, max: 300 }), (ofA, ofB, count) => {
        const market = marketOf([...AT_COST, ...atLevel(OF_A, count, ofA), ...atLevel(OF_B, count, ofB)]);
        const [a = 0, b = 0] = fromPiers(market, NOWHERE, 58);
        expect(Math.abs(a - b)).toBeLessThanOrEqual(
          areaPart('state') * (Math.abs(ofA) + Math.abs(ofB) + BINS),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('of one harbor differ by at most two thirds of a single load of the lane, and at most by many loads', () => {
    fc.assert(
      fc.property(anyLevel, fc.constantFrom(1, 3, 40), (of, count) => {
        const [a = 0, b = 0] = fromPiers(marketOf([...AT_COST, ...atLevel(OF_A, count, of)]), '940', 52);
        expect(Math.abs(a - b)).toBeLessThanOrEqual((count === 1 ? 0.68 : 1) * Math.abs(of) + BINS);
      }),
      { numRuns: 30 },
    );
  });

  it('farther away are never cheaper if their area and the nearer one have no loads, for any price of distance', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.7, max: 0.7, noNaN: true }), { minLength: 16, maxLength: 16 }),
        fc.array(anyMiles, { minLength: 12, maxLength: 12 }),
        fc.constantFrom('marine' as const, 'rail' as const),
        fc.constantFrom('Dock 1', 'No loads'),
        (levels, distances, terminalType, from) => {
          const market = marketOf(levels.flatMap((level, lane) => atLevel(lane, 12, level)));
          const rates = distances
            .toSorted((a, b) => a - b)
            .map((at) => market.analyze({ ...laneOf(from, NOWHERE, at), terminalType }).rateCents);
          // Rates are rounded to the cent.
          for (const [position, rate] of rates.entries()) {
            expect(rate).toBeGreaterThanOrEqual((rates[position - 1] ?? 0) - 1);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('farther away are cheaper by a fifteenth of the difference of the loads of an area, to one door each', () => {
    const areas = [laneOf('Dock 0', '950', 60), laneOf('Dock 0', '951', 61)];
    const level = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(level, level, fc.integer({ min: 1, max: 200 }), (dear, cheap, count) => {
        const [near, far] = [OTHERS.length, OTHERS.length + 1];
        const loads = [...AT_COST, ...atLevel(near, count, dear), ...atLevel(far, count, -cheap)];
        const market = marketOf(loads, [...OTHERS, ...areas]);
        const [ofNear = 0, ofFar = 0] = areas.map((to) =>
          levelOf(market, { ...to, terminal: 'Pier C', miles: 60.5 }),
        );
        expect(ofNear - ofFar).toBeLessThanOrEqual(areaPart('zone') * (dear + cheap + BINS));
      }),
      { numRuns: 25 },
    );
  });

  it('farther away may be cheaper if their own loads show it', () => {
    const lanes = [laneOf('Pier A', '950', 60), laneOf('Pier A', '951', 70)];
    const market = marketOf([...atLevel(0, 30, 0.25), ...atLevel(1, 30, -0.25)], lanes);
    expect(market.analyze(1).rateCents).toBeLessThan(market.analyze(0).rateCents);
  });

  it('equal the cost model if there are no loads', () => {
    fc.assert(
      fc.property(anyMiles, (at) => {
        expect(levelOf(marketOf([]), laneOf('Pier A', NOWHERE, at))).toBeCloseTo(0, 9);
      }),
      RUNS,
    );
  });

  it('have levels by distance of the week that is asked for, whatever week was asked for before', () => {
    const fitted = () => {
      const fit = new MarketFit();
      for (let position = 599; position >= 0; position--) {
        const lane = laneAt(position % OTHERS.length, OTHERS);
        const weeksAgo = Math.floor(position / 20);
        const residual = 0.5 - 0.02 * weeksAgo;
        fit.add({ lane, week: THIS_WEEK - weeksAgo, kind: pricedKind(lane.miles), residual, count: 1 });
      }
      return fit.advance(THIS_WEEK);
    };
    const place = { ...laneOf('Pier A', NOWHERE, 58), kind: pricedKind(58) };
    const levelIn = (week: number, of: ReturnType<typeof fitted>): number =>
      estimateLane({}, place, nationPaths(of, week)).levels.at(-1) ?? 0;
    const market = fitted();
    const thisWeek = levelIn(THIS_WEEK, market);
    const before = levelIn(THIS_WEEK - 10, market);
    expect(before).toBe(levelIn(THIS_WEEK - 10, fitted()));
    expect(thisWeek - before).toBeGreaterThan(0.1);
  });

  it('have values by distance that never decrease, with the same sum, unchanged if they never decreased', () => {
    const values = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(values, (given) => {
        const rising = nonDecreasing(given);
        const sum = (of: readonly number[]) => of.reduce((total, value) => total + value, 0);
        expect(rising).toHaveLength(given.length);
        expect(rising).toEqual(rising.toSorted((a, b) => a - b));
        expect(sum(rising)).toBeCloseTo(sum(given), 9);
        const sorted = given.toSorted((a, b) => a - b);
        expect(nonDecreasing(sorted)).toEqual(sorted);
      }),
    );
  });
});
