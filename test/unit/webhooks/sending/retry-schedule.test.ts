import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextAttemptAt, parseRetrySchedule } from '../../../../shared/webhooks/sending/retry-schedule.ts';
import { RETRY_SECONDS } from '../../../../shared/webhooks/sending/retry-seconds.ts';

const endedAt = new Date('2026-03-01T12:00:00Z');
const DAY_SECONDS = 86_400;

const gapAfter = (attempts: number, retryAfter?: string, random = 0, schedule = RETRY_SECONDS) => {
  const at = nextAttemptAt({ schedule, attempts, endedAt, retryAfter, random: () => random });
  return at === undefined ? undefined : (at.getTime() - endedAt.getTime()) / 1000;
};

describe('parsing a retry schedule', () => {
  it('is read in seconds', () => {
    expect(parseRetrySchedule('300,900,3600,14400,43200', 300)).toEqual(RETRY_SECONDS);
    expect(parseRetrySchedule(' 2, 1 ', 1)).toEqual([2, 1]);
  });

  it.each([
    ['', /whole number/],
    ['300,,900', /whole number/],
    ['300,1.5', /"1.5" must be a whole number/],
    ['-300', /whole number/],
    ['5m', /"5m"/],
    ['1e9', /whole number/],
    ['9999999', /at most 6 digits/],
    ['300,299', /299 s is too short; the shortest interval is 300 s/],
    ['300,300,300,300,300,300', /6 retries; at most 5/],
  ])('rejects %j', (text, message) => {
    expect(() => parseRetrySchedule(text, 300)).toThrow(message);
  });
});

describe('the next attempt', () => {
  it('follows the intervals of the schedule after the end of the previous one, five times', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempts) => gapAfter(attempts))).toEqual([
      ...RETRY_SECONDS,
      undefined,
      undefined,
    ]);
  });

  it('is delayed by up to 10 percent at random', () => {
    expect(gapAfter(1, undefined, 0.5)).toBe(315);
  });

  it.each([
    ['600', 600],
    ['100', 300],
    ['0', 300],
    [' 301 ', 301],
    ['999999999999', DAY_SECONDS],
    ['9'.repeat(400), DAY_SECONDS],
    ['Sun, 01 Mar 2026 12:20:00 GMT', 1200],
    ['Sunday, 01-Mar-26 12:20:00 GMT', 1200],
    ['Sun Mar  1 12:20:00 2026', 1200],
    ['Sun, 01 Mar 2099 12:20:00 GMT', DAY_SECONDS],
    ['Sun, 01 Mar 2020 12:20:00 GMT', 300],
    ['Sun, 41 Foo 2026 12:20:00 GMT', 300],
    ['soon', 300],
    ['', 300],
    ['-600', 300],
    ['600.5', 300],
    ['1e9', 300],
    ['Infinity', 300],
    ['2027', 2027],
    ['2027-01-01T00:00:00Z', 300],
    ['on Sun, 01 Mar 2026 12:20:00 GMT', 300],
    ['Sun, 01 Mar 2026 12:20:00 GMT+1', 300],
    ['on Sunday, 01-Mar-26 12:20:00 GMT', 300],
    ['Sunday, 01-Mar-26 12:20:00 GMT+1', 300],
    ['on Sun Mar  1 12:20:00 2026', 300],
    ['Sun Mar  1 12:20:00 2026 GMT+1', 300],
    ['600, 700', 300],
  ])('after Retry-After %j', (retryAfter, seconds) => {
    expect(gapAfter(1, retryAfter)).toBe(seconds);
  });

  it('is never earlier than the schedule, nor later than jitter or 24 hours allow', () => {
    const schedule = fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 5 });
    const header = fc.oneof(
      fc.constant(undefined),
      fc.string(),
      fc.nat().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        schedule,
        fc.integer({ min: 1, max: 7 }),
        header,
        chance,
        (gaps, attempts, asked, random) => {
          const seconds = gapAfter(attempts, asked, random, gaps);
          const gap = gaps[attempts - 1];
          if (gap === undefined) return seconds === undefined;
          return seconds !== undefined && seconds >= gap && seconds <= Math.max(gap * 1.1, DAY_SECONDS);
        },
      ),
    );
  });
});
