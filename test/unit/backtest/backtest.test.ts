import { beforeAll, describe, expect, it } from '@jest/globals';
import { simulatedWeeks } from '../../../bin/backtest/load-weeks.ts';
import { rollForward } from '../../../bin/backtest/roll-forward.ts';
import { type ScoredMarket, scoreMarket } from '../../../bin/backtest/score-market.ts';
import type { BacktestLoad, ScoredLoad } from '../../../bin/backtest/scored-load.ts';
import { placeFilesReady } from '../../../bin/freight/session/place-files-ready.ts';
import { laneAt, THIS_WEEK } from '../market/small-market.ts';

beforeAll(placeFilesReady);

describe('a simulated market', () => {
  /** Errors of the version before neighbors were smoothed, `market-3`, on the same loads. */
  const BEFORE = { all: 0.07663, known: 0.06508, new: 0.11428 };
  const MAX_GROWTH = 1.02;
  const ENOUGH_ROWS = 1_000;

  let scored: ScoredMarket;
  /** Highest score of a lane with fewer than 8 loads before. */
  let bestOfSparse = 0;
  beforeAll(async () => {
    const weeks = simulatedWeeks({ seed: '1', name: 'ordinary', loadsAWeek: 150 }, { rows: 0 });
    scored = await scoreMarket(weeks, undefined, (scored) => {
      for (const { laneLoads, confidence } of scored)
        if (laneLoads < 8) bestOfSparse = Math.max(bestOfSparse, confidence);
    });
  });

  it('is predicted with errors that did not grow by more than 2% when neighbors were smoothed', () => {
    expect(scored.mape).toBeLessThan(MAX_GROWTH * BEFORE.all);
    expect(scored.known.mape).toBeLessThan(MAX_GROWTH * BEFORE.known);
    expect(scored.new.mape).toBeLessThan(MAX_GROWTH * BEFORE.new);
  });

  it('has errors that fall tier by tier, and ranges with their coverage in each tier', () => {
    const errors = scored.tiers.map(({ mape }) => mape);
    expect(errors).toEqual(errors.toSorted((a, b) => b - a));
    const large = [...scored.tiers, scored.held].filter(({ rows }) => rows >= ENOUGH_ROWS);
    for (const { coverage } of large) {
      expect(coverage).toBeGreaterThan(0.75);
      expect(coverage).toBeLessThan(0.85);
    }
    expect(scored.coverage).toBeGreaterThan(0.78);
    expect(scored.coverage).toBeLessThan(0.82);
  });

  it('has scores of at most 62 for lanes with fewer than 8 loads', () => {
    expect(scored.sparse.rows + scored.new.rows).toBeGreaterThan(ENOUGH_ROWS);
    expect(bestOfSparse).toBe(62);
  });
});

describe('a backtest', () => {
  const LINEHAUL = 50_000;
  const FUEL = 10_000;

  /** Scores of loads of 30 weeks, five a week on two lanes, the first ten to warm up; those from week 20 are `moved`. */
  async function scoresOf(moved = 0): Promise<readonly ScoredLoad[]> {
    async function* weeks() {
      for (let week = 0; week < 30; week++) {
        yield Array.from({ length: 10 }, (_, position): BacktestLoad => {
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
        });
      }
    }
    const scored: ScoredLoad[] = [];
    for await (const week of rollForward(weeks(), 10)) scored.push(...week);
    return scored;
  }

  const predictions = (scored: readonly ScoredLoad[], before: number) =>
    scored
      .filter(({ week }) => week < THIS_WEEK - 30 + before)
      .map(({ predictedCents, minCents, maxCents, confidence, baselines, forecasts }) => ({
        ...{ predictedCents, minCents, maxCents, confidence, baselines, forecasts },
      }));

  it('scores the weeks after the warm-up, and uses no loads of the same week or later for a prediction', async () => {
    const plain = await scoresOf();
    const altered = await scoresOf(0.5);
    expect(plain).toHaveLength(200);
    expect(plain.every(({ laneLoads }) => laneLoads >= 50)).toBe(true);
    // Week 20 itself is altered, and is predicted all the same.
    expect(predictions(altered, 21)).toEqual(predictions(plain, 21));
    expect(predictions(altered, 24)).not.toEqual(predictions(plain, 24));
  });
});
