import { describe, expect, it } from 'vitest';
import { confidenceOf, shownConfidence, tierOf } from '../../../../shared/market/model/confidence.ts';

describe('a score', () => {
  it.each([
    [0, 100],
    [0.04, 100],
    [0.056, 94],
    [0.072, 88],
    [0.078, 82],
    [0.084, 76],
    [0.0945, 69],
    [0.105, 63],
    [0.106, 62],
    [0.3025, 31],
    [0.5, 0],
    [2, 0],
  ])('of loads that deviate by %d is %d', (deviation, score) => {
    // A point in the middle of a line may be rounded down from just below it.
    expect(confidenceOf(deviation + 1e-12)).toBeLessThanOrEqual(score);
    expect(confidenceOf(deviation - 1e-12)).toBe(score);
  });

  it('is in the tier that its edges name', () => {
    expect([0, 62, 63, 75, 76, 87, 88, 100].map(tierOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('is at most 62 with fewer than 8 loads or 3 contributors', () => {
    const shown = (loads: number, contributors: number) => shownConfidence(90, { loads, contributors });
    expect([shown(8, 3), shown(7, 3), shown(8, 2), shown(100, 1)]).toEqual([90, 62, 62, 62]);
    expect(shownConfidence(40, { loads: 0, contributors: 0 })).toBe(40);
  });
});
