import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SmallLoad, SmallMarket, steady } from './small-market.ts';

/** Lane 2 of the small markets is in the area of lane 0, from a neighbouring terminal. */
const LANE = 0;
const NEIGHBOUR = 2;

const load = fc.record({
  lane: fc.nat({ max: 3 }),
  weeksAgo: fc.nat({ max: 70 }),
  residual: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
  contributor: fc.nat({ max: 5 }),
});

const confidenceOf = (loads: readonly SmallLoad[], nation: 'fitted' | 'unfitted' = 'fitted') =>
  new SmallMarket(loads, nation).analyze(LANE).confidence;

describe('the score of a lane', () => {
  it('is at most 62 with fewer than 8 loads of its own, or fewer than 3 contributors, in any market', () => {
    fc.assert(
      fc.property(
        fc.array(load, { maxLength: 150 }),
        fc.nat({ max: 3 }),
        fc.constantFrom('fitted' as const, 'unfitted' as const),
        (loads, lane, nation) => {
          const counted = loads.filter((one) => one.lane === lane && one.weeksAgo <= 60);
          const contributors = new Set(counted.map(({ contributor }) => contributor)).size;
          const { confidence } = new SmallMarket(loads, nation).analyze(lane);
          if (counted.length < 8 || contributors < 3) expect(confidence).toBeLessThanOrEqual(62);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('leaves the lowest tier with the eighth load and the third contributor', () => {
    const ofOthers = steady(NEIGHBOUR, 400, 6);
    expect(confidenceOf([...ofOthers, ...steady(LANE, 7, 3)])).toBe(62);
    expect(confidenceOf([...ofOthers, ...steady(LANE, 8, 3)])).toBeGreaterThan(62);
    expect(confidenceOf([...ofOthers, ...steady(LANE, 60, 2)])).toBe(62);
    expect(confidenceOf([...ofOthers, ...steady(LANE, 60, 3)])).toBeGreaterThanOrEqual(88);
  });

  it('is not raised by loads of neighbours, however many', () => {
    fc.assert(
      fc.property(fc.nat({ max: 7 }), fc.nat({ max: 400 }), (own, ofNeighbours) => {
        const loads = [...steady(LANE, own, 3), ...steady(NEIGHBOUR, ofNeighbours, 6)];
        expect(confidenceOf(loads)).toBeLessThanOrEqual(62);
      }),
      { numRuns: 60 },
    );
  });

  it('does not count loads that are older than the weeks that count', () => {
    const old = steady(LANE, 20, 4).map((one) => ({ ...one, weeksAgo: 61 }));
    expect(confidenceOf([...steady(NEIGHBOUR, 400, 6), ...old])).toBeLessThanOrEqual(62);
  });

  it('is held at 62, while the range follows the expected error', () => {
    const width = (contributors: number): number => {
      const market = new SmallMarket([...steady(NEIGHBOUR, 400, 6), ...steady(LANE, 60, contributors)]);
      const { range, rateCents } = market.analyze(LANE);
      return (range.maxCents - range.minCents) / rateCents;
    };
    expect(width(2)).toBeCloseTo(width(3), 6);
  });
});
