import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transitOver } from '../../../../shared/quotes/pricing/transit.ts';

const miles = fc.double({ min: 0, max: 3_500, noNaN: true });

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

  it('takes half of the days with a team', () => {
    expect(transitOver(2_015, true).days).toBe(3);
    expect(transitOver(800, true)).toEqual({ days: 1, text: '1 day' });
  });

  it('never decreases with the miles, and is never longer with a team', () => {
    fc.assert(
      fc.property(miles, miles, fc.boolean(), (one, more, team) => {
        expect(transitOver(one + more, team).days).toBeGreaterThanOrEqual(transitOver(one, team).days);
        expect(transitOver(one, true).days).toBeLessThanOrEqual(transitOver(one, false).days);
      }),
    );
  });
});
