import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelConfidence, modelError, rateRange } from '../../../../shared/costs/model/model-error.ts';

const miles = fc.double({ min: 0, max: 4_000, noNaN: true });

describe('model error', () => {
  it('falls continuously with distance', () => {
    expect([0, 150, 275, 400, 2_000].map(modelError)).toEqual([0.35, 0.35, 0.3, 0.25, 0.25]);
  });

  it('returns a range that contains the rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), miles, (rateCents, distance) => {
        const { minCents, maxCents } = rateRange(rateCents, distance);
        expect(minCents).toBeLessThanOrEqual(rateCents);
        expect(maxCents).toBeGreaterThanOrEqual(rateCents);
      }),
    );
  });

  it('keeps the confidence without observations in the lowest tier', () => {
    fc.assert(
      fc.property(miles, fc.integer({ min: 0, max: 20 }), (distance, doubts) => {
        const confidence = modelConfidence(distance, doubts);
        expect(Number.isInteger(confidence)).toBe(true);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(62);
        expect(modelConfidence(distance, doubts + 1)).toBeLessThanOrEqual(confidence);
      }),
    );
  });
});
