import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isBusinessDay } from '../../../shared/calendar/federal-holidays.ts';
import { deliveryDay, transitOver } from '../../../shared/quotes/transit.ts';
import { addDays, daysBetween } from '../../../shared/quotes/utc-day.ts';

const miles = fc.double({ min: 0, max: 3_500, noNaN: true });
const day = fc.integer({ min: 0, max: 3_650 }).map((days) => addDays('2026-01-01', days));

describe('transit', () => {
  it.each<[number, number, string]>([
    [0.1, 0, '1 min'],
    [0.6, 0, '1 min'],
    [33, 0, '57 mins'],
    [35, 0, '1 h'],
    [85, 0, '2 h'],
    [86, 0, '2 h 1 min'],
    [151.7, 0, '3 h 20 mins'],
    [225, 0, '4 h 48 mins'],
    [228, 1, '1 day'],
    [500, 1, '1 day'],
    [501, 2, '2 days'],
    [2_015, 5, '5 days'],
  ])('over %d miles: %d days, "%s"', (distance, days, text) => {
    expect(transitOver(distance, false)).toEqual({ days, text });
  });

  it('takes a team half of the days', () => {
    expect(transitOver(2_015, true).days).toBe(3);
    expect(transitOver(800, true)).toEqual({ days: 1, text: '1 day' });
  });

  it('never falls when the miles rise, and a team is never slower', () => {
    fc.assert(
      fc.property(miles, miles, fc.boolean(), (one, more, team) => {
        expect(transitOver(one + more, team).days).toBeGreaterThanOrEqual(transitOver(one, team).days);
        expect(transitOver(one, true).days).toBeLessThanOrEqual(transitOver(one, false).days);
      }),
    );
  });
});

describe('the delivery day', () => {
  it.each<[string, number, string]>([
    ['2026-11-23', 0, '2026-11-23'],
    ['2026-11-23', 2, '2026-11-25'],
    ['2026-11-23', 3, '2026-11-27'],
    ['2026-11-21', 0, '2026-11-23'],
    ['2026-12-23', 2, '2026-12-28'],
    ['2026-12-30', 2, '2027-01-04'],
  ])('of %s and %d days is %s', (pickup, days, delivery) => {
    expect(deliveryDay(pickup, { days })).toBe(delivery);
  });

  it('is a business day, and not before the load can be there', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 8 }), (pickup, days) => {
        const delivery = deliveryDay(pickup, { days });
        expect(isBusinessDay(delivery)).toBe(true);
        expect(daysBetween(pickup, delivery)).toBeGreaterThanOrEqual(days);
      }),
    );
  });
});
