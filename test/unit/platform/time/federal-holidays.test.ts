import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  businessDayFrom,
  federalHolidays,
  isBusinessDay,
  isFederalHoliday,
} from '../../../../shared/platform/time/federal-holidays.ts';
import { addDays, daysBetween, readDay, weekdayOf } from '../../../../shared/platform/time/utc-day.ts';

const anyDay = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('2022-01-01', days));

describe('US federal holidays', () => {
  // The days off that the U.S. Office of Personnel Management lists for these years.
  it.each([
    [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
    [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24'],
  ])('of %d are as published', (year, days) => {
    expect(federalHolidays(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });

  it('keeps a New Year on a Saturday in the year before', () => {
    expect(isFederalHoliday('2027-12-31')).toBe(true);
    expect(isFederalHoliday('2028-01-01')).toBe(false);
  });

  it('are eleven working weekdays in any year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2022, max: 2121 }), (year) => {
        const days = federalHolidays(year);
        expect(new Set(days).size).toBe(11);
        for (const day of days) expect([1, 2, 3, 4, 5]).toContain(weekdayOf(day));
      }),
    );
  });
});

describe('business days', () => {
  it.each([
    ['2026-11-25', '2026-11-25'],
    ['2026-11-26', '2026-11-27'],
    ['2026-11-28', '2026-11-30'],
    ['2026-07-03', '2026-07-06'],
    ['2026-12-25', '2026-12-28'],
  ])('%s -> %s', (day, next) => {
    expect(businessDayFrom(day)).toBe(next);
  });

  it('never go back, are never farther than four days off, and have none skipped', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const next = businessDayFrom(day);
        const days = daysBetween(day, next);
        expect(isBusinessDay(next)).toBe(true);
        expect(days).toBeGreaterThanOrEqual(0);
        expect(days).toBeLessThanOrEqual(4);
        for (let skipped = 0; skipped < days; skipped++)
          expect(isBusinessDay(addDays(day, skipped))).toBe(false);
      }),
    );
  });
});

describe('reading a day', () => {
  it.each(['2026-11-30', '2028-02-29', '2026-01-01', '2026-12-31'])('accepts %s', (text) => {
    expect(readDay(text)).toBe(text);
  });

  it.each([
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '11/30/2026',
    '2026-11-30T00:00:00Z',
    '2026-1-3',
    ' 2026-11-30',
    '+02026-11-30',
    '20261130',
    '',
  ])('rejects %j', (text) => {
    expect(readDay(text)).toBeUndefined();
  });
});
