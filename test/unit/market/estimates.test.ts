import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cellOf, type MarketCell, mergeCells } from '../../../shared/market/cells/market-cell.ts';
import type { MarketLane } from '../../../shared/market/loads/market-lane.ts';
import {
  CONFIDENCE_TIERS,
  confidenceOf,
  nonDecreasing,
  tierOf,
} from '../../../shared/market/model/estimate-lane.ts';
import { type FitLoad, fitMarket } from '../../../shared/market/model/market-fit.ts';
import { LANES, laneAt, type SmallLoad, SmallMarket, steady, THIS_WEEK } from './small-market.ts';

const levelOf = (market: SmallMarket, lane: number | MarketLane): number =>
  market.estimate(lane).levels.at(-1) ?? 0;
const factorOf = (market: SmallMarket, lane: number | MarketLane): number => Math.exp(levelOf(market, lane));

/** How far a range reaches, as a share of the rate. */
const widthOf = ({ rateCents, range }: ReturnType<SmallMarket['analyze']>): number =>
  (range.maxCents - range.minCents) / rateCents;

const anyLoads = fc.array(
  fc.record({
    lane: fc.nat({ max: LANES.length - 1 }),
    weeksAgo: fc.nat({ max: 30 }),
    residual: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
    contributor: fc.nat({ max: 5 }),
  }),
  { maxLength: 60 },
);
const anyLane = fc.nat({ max: LANES.length - 1 });
const anyMarket = fc.constantFrom('fitted' as const, 'unfitted' as const);

/** Loads of one lane within 2% of a level, over the last half year. */
const loadsAt = (lane: number, level: number, count: number): readonly SmallLoad[] =>
  Array.from({ length: count }, (_, position) => ({
    lane,
    weeksAgo: position % 26,
    residual: level + 0.02 * (((position * 7) % 11) / 5 - 1),
    contributor: position % 4,
  }));

describe('every market', () => {
  it('has rates within their ranges, 13 weeks up to this one, and scores from 0 to 100', () => {
    fc.assert(
      fc.property(anyLoads, anyLane, anyMarket, (loads, lane, market) => {
        const { confidence, rateCents, range, forecast, timeline } = new SmallMarket(loads, market).analyze(
          lane,
        );
        for (const { cents, minCents, maxCents } of [{ cents: rateCents, ...range }, ...forecast]) {
          expect(minCents).toBeLessThanOrEqual(cents);
          expect(maxCents).toBeGreaterThanOrEqual(cents);
        }
        expect(timeline).toHaveLength(13);
        expect(timeline.at(-1)).toEqual({ date: '2026-10-05', cents: rateCents });
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(100);
      }),
      { numRuns: 60 },
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
      fc.property(anyLoads, anyLane, fc.nat({ max: 60 }), (of, lane, cut) => {
        expect(new SmallMarket(of.toReversed()).analyze(lane)).toEqual(new SmallMarket(of).analyze(lane));
        expect(mergeCells(cell(of.slice(cut)), cell(of.slice(0, cut)))).toEqual(cell(of));
      }),
      { numRuns: 30 },
    );
  });
});

describe('the fit of all loads', () => {
  const load = (lane: string, weeksAgo: number, residual: number): FitLoad => ({
    freightMarket: lane.slice(0, 1),
    lane,
    week: THIS_WEEK - weeksAgo,
    kind: 0,
    residual,
    count: 20,
  });

  it('does not take a change in the mix of lanes for a change of the market', () => {
    const weeks = Array.from({ length: 30 }, (_, weeksAgo) => weeksAgo);
    const loads = weeks.flatMap((weeksAgo) => [
      load('a1', weeksAgo, 0.2),
      // The dear lane has all the loads lately.
      ...(weeksAgo < 8 ? [] : [load('a2', weeksAgo, -0.2), load('a3', weeksAgo, -0.2)]),
      ...['b1', 'b2', 'b3', 'b4'].map((lane) => load(lane, weeksAgo, 0)),
    ]);
    const { nation } = fitMarket(loads, THIS_WEEK);
    expect(Math.abs((nation.at(-1) ?? 0) - (nation.at(-20) ?? 0))).toBeLessThan(0.02);
  });

  it('follows a move of the whole market, and continues it for a few weeks', () => {
    const loads = Array.from({ length: 40 }, (_, weeksAgo) =>
      ['a1', 'a2', 'b1', 'b2'].map((lane) => load(lane, weeksAgo, 0.24 * Math.max(0, 1 - weeksAgo / 6))),
    ).flat();
    const { nation, slope } = fitMarket(loads, THIS_WEEK);
    expect((nation.at(-1) ?? 0) - (nation.at(-20) ?? 0)).toBeGreaterThan(0.15);
    expect(slope).toBeGreaterThan(0.005);
  });

  it('is empty without loads of the weeks that count', () => {
    expect(fitMarket([load('a1', 61, 0.5), load('a1', -1, 0.5)], THIS_WEEK).freightMarkets.size).toBe(0);
  });
});

describe('a score', () => {
  it('is in the tier that its edges name', () => {
    expect(CONFIDENCE_TIERS.map(({ from }) => tierOf(from))).toEqual([0, 1, 2, 3]);
    expect(tierOf(79)).toBe(2);
  });

  it('falls with the expected error, and rises with the loads of the lane up to what the error allows', () => {
    const loads = (count: number) => ({ ownLoads: 0, loads: count });
    const scores = [0.03, 0.05, 0.07, 0.09, 0.12, 0.2, 0.5].map((off) => confidenceOf(off, loads(1_000)));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBe(99);
    expect(scores.at(-1)).toBe(0);
    expect(confidenceOf(0.03, loads(0))).toBe(50);
    expect(confidenceOf(0.15, loads(1_000))).toBe(confidenceOf(0.15, loads(0)));
  });

  it('is at least 80 with 30 own loads, without regard to contributors', () => {
    const own = steady(0, 30, 1).map((load) => ({ ...load, residual: load.residual * 2 }));
    expect(new SmallMarket(own, 'unfitted').analyze(0).confidence).toBeGreaterThanOrEqual(80);
    const ofOneWeek = own.map((load) => ({ ...load, weeksAgo: 1 }));
    expect(new SmallMarket(ofOneWeek, 'unfitted').analyze(0).confidence).toBeGreaterThanOrEqual(80);
  });

  it('is not high with 5 to 9 loads of one week', () => {
    for (const count of [5, 7, 9]) {
      const loads = [...steady(3, 200, 6), ...steady(0, count, 4).map((load) => ({ ...load, weeksAgo: 0 }))];
      expect(new SmallMarket(loads).analyze(0, 'caller').confidence).toBeLessThanOrEqual(60);
    }
  });
});

describe('own loads without a market', () => {
  const LEVEL = Math.log(1.28);
  const analyzed = (count: number, lane = 0) =>
    new SmallMarket(loadsAt(0, LEVEL, count), 'unfitted').analyze(lane);

  it('set the rate of their lane, and count more, the more there are', () => {
    expect(analyzed(500).factor).toBeCloseTo(1.28, 1);
    const all = [0, 1, 3, 10, 30, 100, 500].map((count) => analyzed(count));
    const confidences = all.map(({ confidence }) => confidence);
    expect(confidences).toEqual(confidences.toSorted((a, b) => a - b));
    const factors = all.map(({ factor }) => factor);
    expect(factors).toEqual(factors.toSorted((a, b) => a - b));
    expect(widthOf(analyzed(500))).toBeLessThan(0.2);
    expect(widthOf(analyzed(0))).toBeGreaterThan(0.4);
  });

  it('do not move other freight markets', () => {
    expect(analyzed(500, 3).factor).toBe(1);
  });

  it('of one door move other doors by at most 8%, until three doors agree', () => {
    const lanes = [45, 60, 95, 140].map(
      (miles): MarketLane => ({ ...laneAt(0), zip3: `${100 + miles}`, miles }),
    );
    const [, , , asked = laneAt(0)] = lanes;
    const from = (doors: number): number =>
      factorOf(
        new SmallMarket(
          Array.from({ length: doors }, (_, door) => loadsAt(door, 0.4, 37)).flat(),
          'unfitted',
          lanes,
        ),
        asked,
      );
    expect(from(1)).toBeLessThanOrEqual(1.0801);
    expect(from(1)).toBeGreaterThan(1.05);
    expect(from(2)).toBeLessThanOrEqual(1.0801);
    expect(from(3)).toBeGreaterThan(1.15);
  });
});

describe('loads of trailers', () => {
  const van: MarketLane = {
    ...{ terminal: undefined, terminalType: 'marine', originState: 'IL', freightMarket: 'road-chicago' },
    ...{ trailer: 'dryvan', originZip3: '606', destinationMarket: 'atlanta', destinationState: 'GA' },
    ...{ zip3: '303', miles: 720 },
  };

  it('move the rate of their lane, less that of its market, and not the way back', () => {
    const market = new SmallMarket(loadsAt(0, 0.2, 40), 'unfitted', [van]);
    expect(factorOf(market, van)).toBeGreaterThan(1.18);
    const nearby = { ...van, originZip3: '601', zip3: '300' };
    expect(factorOf(market, nearby)).toBeGreaterThan(1.02);
    expect(factorOf(market, nearby)).toBeLessThanOrEqual(1.0801);
    const back = { ...van, freightMarket: 'road-atlanta', originState: 'GA', destinationState: 'IL' };
    expect(
      factorOf(market, { ...back, ...{ originZip3: '303', zip3: '606', destinationMarket: 'chicago' } }),
    ).toBe(1);
  });
});

describe('neighbors', () => {
  const at = (terminal: string, miles: number): MarketLane => ({ ...laneAt(0), terminal, miles });
  const [near, far] = [at('Near', 30), at('Far', 34)];

  it('of one harbor differ only by miles before one has 8 loads', () => {
    fc.assert(
      fc.property(fc.nat({ max: 7 }), fc.nat({ max: 7 }), (ofNear, ofFar) => {
        const loads = [...loadsAt(0, 0.3, ofNear), ...loadsAt(1, -0.2, ofFar), ...steady(2, 60, 6)];
        const market = new SmallMarket(loads, 'fitted', [near, far, laneAt(3)]);
        // Loads of the same distance step count as the same door, from any terminal of the harbor.
        const plain = { ...far, miles: near.miles };
        expect(levelOf(market, plain)).toBeCloseTo(levelOf(market, near), 6);
      }),
      { numRuns: 40 },
    );
    const many = new SmallMarket([...loadsAt(0, 0.3, 12), ...loadsAt(1, -0.2, 12)], 'fitted', [near, far]);
    expect(levelOf(many, near)).toBeGreaterThan(levelOf(many, far) + 0.2);
  });

  it('farther away are never cheaper if neither door has loads', () => {
    const base = laneAt(0);
    const loads = LANES.flatMap((_, lane) => loadsAt(lane, 0.3 - 0.15 * lane, 60));
    const market = new SmallMarket(loads);
    const rates = Array.from({ length: 150 }, (_, position) =>
      market.analyze({
        ...base,
        terminal: 'Pier X',
        zip3: '999',
        destinationState: 'NV',
        miles: 10 + 3 * position,
      }),
    ).map(({ linehaulCents }) => linehaulCents);
    for (const [position, cents] of rates.entries())
      expect(cents).toBeGreaterThanOrEqual((rates[position - 1] ?? 0) - 2);
  });

  it('have values by distance that never decrease, with the same sum', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1 }), (values) => {
        const rising = nonDecreasing(values);
        expect(rising).toHaveLength(values.length);
        for (let at = 1; at < rising.length; at++)
          expect(rising[at] ?? 0).toBeGreaterThanOrEqual((rising[at - 1] ?? 0) - 1e-9);
        const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
        expect(sum(rising)).toBeCloseTo(sum(values), 6);
      }),
    );
  });
});
