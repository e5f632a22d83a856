import { describe, expect, it } from 'vitest';
import { usagePeriod } from '../../../../shared/accounts/usage/usage-period.ts';

describe('usage period', () => {
  it('is the calendar month in UTC, to the millisecond', () => {
    expect(usagePeriod(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
    expect(usagePeriod(new Date('2026-12-01T00:00:00.000Z'))).toBe('2026-12');
    expect(usagePeriod(new Date('2026-12-01T00:30:00+01:00'))).toBe('2026-11');
  });
});
