import { beforeAll, describe, expect, it } from '@jest/globals';
import { simulatedWeeks } from '../../bin/backtest/load-weeks.ts';
import { type ScoredMarket, scoreMarket } from '../../bin/backtest/score-market.ts';
import { placeFilesReady } from '../../bin/build/data-files.ts';

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
