import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketCell } from '../../../../shared/market/cells/market-cell.ts';
import { cellOf, mergeCells } from '../../../../shared/market/cells/merge-cells.ts';
import { numberOfCases } from '../../../support/number-of-cases.ts';
import { LANES, type SmallLoad, SmallMarket } from '../small-market.ts';

const load = fc.record({
  lane: fc.nat({ max: LANES.length - 1 }),
  weeksAgo: fc.nat({ max: 30 }),
  residual: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
  contributor: fc.nat({ max: 5 }),
});
const loads = fc.array(load, { maxLength: 60 });
const RUNS = { numRuns: numberOfCases(100, 300) };

const times = (count: number, of: SmallLoad): readonly SmallLoad[] => Array.from({ length: count }, () => of);

/** Loads of every week and lane: a nation does not hang on a single load. */
const MARKET_AT_LARGE: readonly SmallLoad[] = Array.from({ length: 120 }, (_, position) => ({
  lane: position % LANES.length,
  weeksAgo: position % 31,
  residual: 0.1 + 0.02 * ((position * 7) % 5),
  contributor: position % 6,
}));

describe('properties of every market', () => {
  it('a load that agrees with the rate never lowers the confidence', () => {
    fc.assert(
      fc.property(loads, fc.integer({ min: 1, max: 5 }), fc.nat({ max: 3 }), (before, count, lane) => {
        const market = new SmallMarket(before);
        const level = market.estimate(lane).levels.at(-1) ?? 0;
        const agreeing = times(count, { lane, weeksAgo: 0, residual: level, contributor: 1 });
        const after = new SmallMarket([...before, ...agreeing]);
        expect(after.analyze(lane).confidence).toBeGreaterThanOrEqual(market.analyze(lane).confidence);
      }),
      RUNS,
    );
  });

  it("a lane's own loads pull its level toward them", () => {
    fc.assert(
      fc.property(
        loads,
        fc.nat({ max: 3 }),
        fc.constantFrom(-1, 1),
        fc.double({ min: 0.03, max: 0.4, noNaN: true }),
        (before, lane, side, off) => {
          const market = new SmallMarket([...MARKET_AT_LARGE, ...before]);
          const level = market.estimate(lane).levels.at(-1) ?? 0;
          const own = { lane, weeksAgo: 0, residual: level + side * off, contributor: 1 };
          const after = new SmallMarket([...MARKET_AT_LARGE, ...before, own]);
          expect(side * ((after.estimate(lane).levels.at(-1) ?? 0) - level)).toBeGreaterThan(0);
        },
      ),
      { numRuns: numberOfCases(50, 150) },
    );
  });

  it('the rate is within its range and the ranges of the forecast', () => {
    fc.assert(
      fc.property(loads, fc.nat({ max: 3 }), (of, lane) => {
        const { rateCents, range, forecast } = new SmallMarket(of).analyze(lane);
        for (const { cents, minCents, maxCents } of [{ cents: rateCents, ...range }, ...forecast]) {
          expect(minCents).toBeLessThanOrEqual(cents);
          expect(maxCents).toBeGreaterThanOrEqual(cents);
        }
      }),
      RUNS,
    );
  });

  it('the timeline has 13 weeks and ends at the rate', () => {
    fc.assert(
      fc.property(loads, fc.nat({ max: 3 }), (of, lane) => {
        const { rateCents, timeline } = new SmallMarket(of).analyze(lane);
        expect(timeline).toHaveLength(13);
        expect(timeline.at(-1)).toEqual({ date: '2026-10-05', cents: rateCents });
      }),
      RUNS,
    );
  });

  it('the order and the chunks of loads do not matter', () => {
    fc.assert(
      fc.property(loads, fc.infiniteStream(fc.nat()), fc.nat({ max: 3 }), (of, keys, lane) => {
        const shuffled = of
          .map((each) => ({ each, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        expect(new SmallMarket(shuffled).analyze(lane)).toEqual(new SmallMarket(of).analyze(lane));
      }),
      RUNS,
    );
    fc.assert(
      fc.property(loads, fc.nat({ max: 60 }), (of, cut) => {
        const cell = (some: readonly SmallLoad[]): MarketCell =>
          cellOf(
            some.map(({ weeksAgo, residual, contributor }) => ({
              week: weeksAgo,
              kind: 3,
              residual,
              contributor: String(contributor),
            })),
          );
        expect(mergeCells(cell(of.slice(cut)), cell(of.slice(0, cut)))).toEqual(cell(of));
      }),
      RUNS,
    );
  });
});
