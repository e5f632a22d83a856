import { beforeAll, describe, expect, it } from '@jest/globals';
import { simulatedWeeks } from '../../bin/backtest/load-weeks.ts';
import { type ScoredMarket, scoreMarket } from '../../bin/backtest/score-market.ts';
import { placeFilesReady } from '../../bin/build/places.ts';

beforeAll(placeFilesReady);

describe('a simulated market', () => {
  /** Errors of a larger model, `market-3`, on the same loads. */
  const BEFORE = { all: 0.07663, known: 0.06508, new: 0.11428 };
  const MAX_GROWTH = 1.08;
  const ENOUGH_ROWS = 1_000;

  let scored: ScoredMarket;
  beforeAll(async () => {
    const weeks = simulatedWeeks({ seed: '1', scenario: 'ordinary', loadsAWeek: 150 }, { rows: 0 });
    scored = await scoreMarket(weeks);
  });

  it('is predicted with errors that are at most 8% above those of a larger model', () => {
    expect(scored.mape).toBeLessThan(MAX_GROWTH * BEFORE.all);
    expect(scored.known.mape).toBeLessThan(MAX_GROWTH * BEFORE.known);
    expect(scored.new.mape).toBeLessThan(MAX_GROWTH * BEFORE.new);
  });

  it('has errors that fall tier by tier, and ranges with their coverage in each tier', () => {
    const errors = scored.tiers.map(({ mape }) => mape);
    expect(errors).toEqual(errors.toSorted((a, b) => b - a));
    const large = scored.tiers.filter(({ rows }) => rows >= ENOUGH_ROWS);
    for (const { coverage } of large) {
      expect(coverage).toBeGreaterThan(0.72);
      expect(coverage).toBeLessThan(0.88);
    }
    expect(scored.coverage).toBeGreaterThan(0.75);
    expect(scored.coverage).toBeLessThan(0.85);
  });
});
