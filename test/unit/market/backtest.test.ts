import { describe, expect, it } from '@jest/globals';
import { type BacktestLoad, rollForward, type ScoredLoad } from '../../../bin/backtest/score-market.ts';
import { laneAt, THIS_WEEK } from './small-market.ts';

describe('a backtest', () => {
  const LINEHAUL = 50_000;
  const FUEL = 10_000;

  /** Scores of loads of 30 weeks, five a week on two lanes, the first ten to warm up; those from week 20 are `moved`. */
  const scoresOf = (moved = 0): readonly ScoredLoad[] => {
    const weeks = Array.from({ length: 30 }, (_, week) =>
      Array.from({ length: 10 }, (_, position): BacktestLoad => {
        const shift = week < 20 ? 0 : moved;
        const residual = 0.1 + 0.03 * ((position % 5) - 2) + 0.004 * week + shift;
        const load = {
          ...laneAt(position % 2),
          day: '2026-01-01',
          equipment: 'container_40' as const,
          rateCents: Math.round(LINEHAUL * Math.exp(residual)) + FUEL,
          fuelIncluded: true,
          contributor: `contributor ${position}`,
        };
        const cents = { linehaulCents: LINEHAUL, fuelCents: FUEL, equipmentCents: 0 };
        return { load, week: THIS_WEEK - 30 + week, residual, ...cents, truthCents: undefined };
      }),
    );
    return rollForward(weeks, 10);
  };

  const predictions = (scored: readonly ScoredLoad[], before: number) =>
    scored
      .filter(({ week }) => week < THIS_WEEK - 30 + before)
      .map(({ predictedCents, minCents, maxCents, confidence, baselineCents }) => ({
        ...{ predictedCents, minCents, maxCents, confidence, baselineCents },
      }));

  it('scores the weeks after the warm-up, and uses no loads of the same week or later for a prediction', () => {
    const plain = scoresOf();
    const altered = scoresOf(0.5);
    expect(plain).toHaveLength(200);
    expect(plain.every(({ laneLoads }) => laneLoads >= 50)).toBe(true);
    // Week 20 itself is altered, and is predicted all the same.
    expect(predictions(altered, 21)).toEqual(predictions(plain, 21));
    expect(predictions(altered, 24)).not.toEqual(predictions(plain, 24));
  });
});
