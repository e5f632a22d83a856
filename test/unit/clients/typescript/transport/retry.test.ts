import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isRetryableStatus,
  readRetryAfter,
  retryDelay,
  sleep,
} from '../../../../../clients/typescript/src/transport/retry.ts';

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const NOW = Date.UTC(2026, 10, 2, 15, 0, 0);
const headers = (entries: Record<string, string>) => new Headers(entries);

describe('the delay before a retry', () => {
  it('without Retry-After is a random part of a limit that doubles from 500 ms to 8 s', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), unit, (retry, random) => {
        const limit = Math.min(8_000, 500 * 2 ** (retry - 1));
        expect(retryDelay(retry, undefined, () => random)).toBeCloseTo(random * limit, 6);
      }),
    );
  });

  it('is never shorter than Retry-After, and at most 500 ms longer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 60_000 }),
        unit,
        (retry, after, random) => {
          const delay = retryDelay(retry, after, () => random) ?? Number.NaN;
          expect(delay).toBeGreaterThanOrEqual(after);
          expect(delay).toBeLessThanOrEqual(after + 500);
        },
      ),
    );
  });

  it('is none if Retry-After is longer than a minute', () => {
    expect(retryDelay(1, 60_001, () => 0)).toBeUndefined();
  });
});

describe('Retry-After', () => {
  it('is read in seconds', () => {
    expect(readRetryAfter(headers({ 'retry-after': '7' }), NOW)).toBe(7_000);
    expect(readRetryAfter(headers({ 'retry-after': '0' }), NOW)).toBe(0);
  });

  it('is read as a date, relative to the Date header of the response: a wrong clock does not matter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 86_400 }),
        fc.integer({ min: -1e9, max: 1e9 }),
        (seconds, skew) => {
          const until = new Date(NOW + seconds * 1_000).toUTCString();
          const response = headers({ 'retry-after': until, date: new Date(NOW).toUTCString() });
          expect(readRetryAfter(response, NOW + skew)).toBe(seconds * 1_000);
          expect(readRetryAfter(headers({ 'retry-after': until }), NOW)).toBe(seconds * 1_000);
        },
      ),
    );
  });

  it('of the past is 0', () => {
    expect(readRetryAfter(headers({ 'retry-after': new Date(NOW - 1_000).toUTCString() }), NOW)).toBe(0);
  });

  it.each(['', '-5', '1.5', 'soon', '2026-11-02', 'Mon, nonsense GMT'])('%j is ignored', (text) => {
    expect(readRetryAfter(headers({ 'retry-after': text }), NOW)).toBeUndefined();
  });
});

it('only statuses after which the same request can succeed are retryable', () => {
  const retryable = Array.from({ length: 500 }, (_, index) => 100 + index).filter(isRetryableStatus);
  expect(retryable.filter((status) => status < 500)).toEqual([408, 429]);
  expect(retryable).not.toContain(501);
  expect(retryable).toEqual(expect.arrayContaining([500, 502, 503, 504]));
});

describe('a wait', () => {
  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const wait = sleep(60_000, controller.signal);
    controller.abort(new Error('stopped'));
    await expect(wait).rejects.toThrow('stopped');
    await expect(sleep(60_000, controller.signal)).rejects.toThrow('stopped');
  });
});
