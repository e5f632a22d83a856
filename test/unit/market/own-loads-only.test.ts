import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SmallLoad, SmallMarket } from './small-market.ts';

const FACTOR = 1.28;
const LEVEL = Math.log(FACTOR);
/** Lanes of `LANES`: the second has the first's port, the last another one. */
const OWN_LANE = 0;
const LANE_OF_PORT = 1;
const LANE_ELSEWHERE = 3;

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

/** How far a range intervalBounds, as a share of the rate. */
const widthOf = ({ rateCents, range }: ReturnType<typeof analyzed>): number =>
  (range.maxCents - range.minCents) / rateCents;

describe('own loads without a market', () => {
  it('have a narrow range if they are many and similar, and the score of a single contributor', () => {
    const many = analyzed(500);
    expect(many.factor).toBeCloseTo(FACTOR, 2);
    expect(many.confidence).toBe(62);
    expect(widthOf(many)).toBeLessThan(0.2);
  });

  it('count more, the more there are', () => {
    const counts = [0, 1, 3, 10, 30, 100, 500];
    const confidences = counts.map((count) => analyzed(count).confidence);
    expect(confidences).toEqual(confidences.toSorted((a, b) => a - b));
    expect(confidences[0]).toBeLessThan(30);
    const widths = counts.map((count) => widthOf(analyzed(count)));
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  });

  it('affect other lanes of their freight market, and hardly those of other freight markets', () => {
    const [own, ofPort, elsewhere] = [OWN_LANE, LANE_OF_PORT, LANE_ELSEWHERE].map((lane) =>
      analyzed(500, lane),
    );
    expect(ofPort && widthOf(ofPort)).toBeGreaterThan(1.5 * (own ? widthOf(own) : 1));
    expect(ofPort?.confidence).toBeGreaterThan((elsewhere?.confidence ?? 0) + 20);
    expect(ofPort?.factor).toBeGreaterThan(1.1);
    // No one knows what its distance makes of it.
    expect(ofPort && widthOf(ofPort)).toBeGreaterThan(0.3);
    expect(elsewhere?.factor).toBe(1);
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

  it('never lower the confidence by a load that agrees', () => {
    const load = fc.record({
      lane: fc.nat({ max: 3 }),
      weeksAgo: fc.nat({ max: 30 }),
      residual: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
      contributor: fc.nat({ max: 5 }),
    });
    fc.assert(
      fc.property(
        fc.array(load, { maxLength: 60 }),
        fc.nat({ max: 3 }),
        fc.integer({ min: 1, max: 5 }),
        (before, lane, count) => {
          const market = new SmallMarket(before, 'unfitted');
          const { confidence, rateCents, range } = market.analyze(lane);
          expect(range.minCents).toBeLessThanOrEqual(rateCents);
          expect(range.maxCents).toBeGreaterThanOrEqual(rateCents);
          const residual = market.estimate(lane).levels.at(-1) ?? 0;
          const agreeing = Array.from({ length: count }, () => ({
            lane,
            weeksAgo: 0,
            residual,
            contributor: 1,
          }));
          const after = new SmallMarket([...before, ...agreeing], 'unfitted');
          expect(after.analyze(lane).confidence).toBeGreaterThanOrEqual(confidence);
        },
      ),
      { numRuns: 300 },
    );
  });
});
