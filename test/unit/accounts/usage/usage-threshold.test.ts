import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reachedUsagePercent } from '../../../../shared/accounts/usage/usage-threshold.ts';

const percentsOfMonth = (limit: number): number[] =>
  Array.from({ length: limit }, (_, call) => reachedUsagePercent(call + 1, limit)).filter(
    (percent) => percent !== undefined,
  );

describe('a logged usage percent', () => {
  it('is each whole percent from 80, at the call that reaches it', () => {
    expect([799, 800, 801, 809, 810, 1000].map((used) => reachedUsagePercent(used, 1000))).toEqual([
      undefined,
      80,
      undefined,
      undefined,
      81,
      100,
    ]);
  });

  it('occurs at most 21 times a month, increases, and is 100 at the last call', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (limit) => {
        const percents = percentsOfMonth(limit);
        expect(percents.length).toBeLessThanOrEqual(21);
        expect(percents).toEqual([...new Set(percents)].toSorted((one, other) => one - other));
        expect(percents.at(-1)).toBe(100);
      }),
    );
  });

  it('is undefined for a limit of 0', () => {
    expect([0, 1, 100].map((used) => reachedUsagePercent(used, 0))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
