import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween } from '../../../shared/platform/time/utc-day.ts';
import { mondayOf } from '../../../shared/platform/time/utc-week.ts';
import { rateTimeline, trendOf } from '../../../shared/rates/rate-timeline.ts';

const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

describe('rate timeline', () => {
  it.each([
    ['2026-11-16T00:00:00.000Z', '2026-11-16'],
    ['2026-11-21T05:00:00.000Z', '2026-11-16'],
    ['2026-11-22T23:59:59.999Z', '2026-11-16'],
    ['2026-11-23T00:00:00.000Z', '2026-11-23'],
    ['2027-01-01T00:00:00.000Z', '2026-12-28'],
  ])('at %s ends on the Monday %s', (now, monday) => {
    expect(rateTimeline(new Date(now), () => 100).at(-1)?.date).toBe(monday);
  });

  it('has 13 consecutive Mondays at any moment', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const dates = rateTimeline(now, () => 100).map(({ date }) => date);

        expect(dates).toHaveLength(13);
        expect(dates.every((date) => new Date(date).getUTCDay() === 1)).toBe(true);
        dates.slice(1).forEach((date, index) => {
          expect(daysBetween(dates[index] ?? '', date)).toBe(7);
        });
        expect(daysBetween(mondayOf(now), now.toISOString().slice(0, 10))).toBeLessThan(7);
      }),
    );
  });
});

describe('trend', () => {
  const entries = (...rates: number[]) => rates.map((rate) => ({ date: '2026-11-16', rate }));

  it.each([
    ['rising', [100, 100, 100, 100, 102.01]],
    ['stable', [100, 100, 100, 100, 102]],
    ['stable', [100, 120, 80, 100, 98]],
    ['falling', [100, 120, 120, 120, 97.99]],
    ['falling', [500, 100, 100, 100, 100, 90]],
    ['stable', [100]],
  ] as const)('is %s over the last four weeks of %j', (trend, rates) => {
    expect(trendOf(entries(...rates))).toBe(trend);
  });
});
