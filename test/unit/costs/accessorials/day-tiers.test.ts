import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOfDays } from '../../../../shared/costs/accessorials/day-tiers.ts';

const anyTiers = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 6 })
  .chain((days) =>
    fc.tuple(
      ...days
        .sort((one, other) => one - other)
        .map((fromDay) => fc.record({ fromDay: fc.constant(fromDay), cents: fc.nat(1_000_000) })),
    ),
  );

describe('the amount of days by tiers', () => {
  it.each([
    [4, 0],
    [5, 100_00],
    [8, 400_00],
    [9, 550_00],
    [30, 400_00 + 22 * 150_00],
  ])('%d days: 4 free ones, then $100, then $150 from day 9', (days, cents) => {
    const tiers = [
      { fromDay: 5, cents: 100_00 },
      { fromDay: 9, cents: 150_00 },
    ];
    expect(centsOfDays(tiers, days)).toBe(cents);
  });

  it('equals the sum over each day, and never decreases with more days', () => {
    fc.assert(
      fc.property(anyTiers, fc.nat(100), (tiers, days) => {
        const ofDay = (day: number) => tiers.findLast(({ fromDay }) => fromDay <= day)?.cents ?? 0;
        const sum = Array.from({ length: days }, (_, index) => ofDay(index + 1)).reduce((a, b) => a + b, 0);
        expect(centsOfDays(tiers, days)).toBe(sum);
        expect(centsOfDays(tiers, days + 1)).toBe(sum + ofDay(days + 1));
      }),
    );
  });
});
