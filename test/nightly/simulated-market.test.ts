import { beforeAll, describe, expect, it } from '@jest/globals';
import { simulatedWeeks } from '../../bin/backtest/load-weeks.ts';
import { type ScoredMarket, scoreMarket } from '../../bin/backtest/score-market.ts';
import { placeFilesReady } from '../../bin/build/place-files.ts';

beforeAll(placeFilesReady);

describe('a simulated market', () => {
  const ENOUGH_ROWS = 1_000;

  let scored: ScoredMarket;
  beforeAll(async () => {
    const weeks = await simulatedWeeks({ seed: '1', scenario: 'ordinary', loadsAWeek: 150 }, { rows: 0 });
    scored = scoreMarket(weeks);
  });

  it('is predicted with clearly smaller errors than by the shrunk means of its lanes', () => {
    for (const [of, most] of [
      [scored, 0.75],
      [scored.known, 0.75],
      [scored.new, 0.92],
    ] as const)
      expect(of.mape).toBeLessThan(most * of.baseline);
    // Of the error, this part is the scatter of loads around the true price.
    expect(scored.known.mape - scored.known.truth).toBeLessThan(0.02);
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
