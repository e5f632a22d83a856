import { describe, expect, it } from 'vitest';
import { leadDaysOf, pickupDayError } from '../../../../shared/quotes/request/pickup-day.ts';

/** The evening of November 20 in California, and the early morning of November 21 in New York. */
const NIGHT = new Date('2026-11-21T06:00:00Z');
const LONG_BEACH = { latitude: 33.77, longitude: -118.19, state: 'CA' };
const NEWARK = { latitude: 40.73, longitude: -74.17, state: 'NJ' };

describe('a pickup day', () => {
  it('is today at the origin or later', () => {
    expect(pickupDayError('2026-11-20', NIGHT, LONG_BEACH)).toBeUndefined();
    expect(pickupDayError('2026-11-19', NIGHT, LONG_BEACH)).toBe(
      'must be today at the origin (2026-11-20) or later',
    );
    expect(pickupDayError('2026-11-21', NIGHT, NEWARK)).toBeUndefined();
    expect(pickupDayError('2026-11-20', NIGHT, NEWARK)).toBe(
      'must be today at the origin (2026-11-21) or later',
    );
  });

  it('is at most 365 days ahead', () => {
    expect(pickupDayError('2027-11-20', NIGHT, LONG_BEACH)).toBeUndefined();
    expect(pickupDayError('2027-11-21', NIGHT, LONG_BEACH)).toBe(
      'must be at most 365 days ahead (2027-11-20)',
    );
  });

  it('is valid in any time zone of the US if the origin is unknown', () => {
    const noonInGuam = new Date('2026-11-21T11:00:00Z');
    expect(pickupDayError('2026-11-21', noonInGuam, undefined)).toBeUndefined();
    expect(pickupDayError('2026-11-20', NIGHT, undefined)).toBeUndefined();
    expect(pickupDayError('2026-11-18', NIGHT, undefined)).toMatch(/^must be today/);
    expect(pickupDayError('2027-11-21', NIGHT, undefined)).toBeUndefined();
    expect(pickupDayError('2027-11-23', NIGHT, undefined)).toMatch(/^must be at most 365 days ahead/);
  });

  it('has a lead in whole days at the origin, never negative', () => {
    expect(leadDaysOf('2026-11-21', NIGHT, LONG_BEACH)).toBe(1);
    expect(leadDaysOf('2026-11-21', NIGHT, NEWARK)).toBe(0);
    expect(leadDaysOf('2026-11-18', NIGHT, NEWARK)).toBe(0);
    expect(leadDaysOf('2026-12-21', NIGHT, NEWARK)).toBe(30);
  });
});
