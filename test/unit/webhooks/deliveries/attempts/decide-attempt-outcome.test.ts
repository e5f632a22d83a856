import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideAttemptOutcome } from '../../../../../shared/webhooks/deliveries/attempts/decide-attempt-outcome.ts';
import { NOW } from './doubles.ts';

const SCHEDULE = [300, 900, 3_600, 14_400, 43_200];
const parts = (number: number, maxAttempts = 6) => ({
  number,
  maxAttempts,
  schedule: SCHEDULE,
  random: () => 0.5,
});

describe('the outcome of an attempt', () => {
  it('is delivered after any success, also of the last attempt', () => {
    for (const number of [1, 4, 6]) {
      expect(decideAttemptOutcome({ ok: true, status: 204, endedAt: NOW }, parts(number))).toEqual({
        status: 'delivered',
      });
    }
  });

  it('waits for the interval of the schedule plus at most 10 percent, and is checked in time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (number, random) => {
          const result = { ok: false, status: 503, endedAt: NOW };
          const outcome = decideAttemptOutcome(result, { ...parts(number), random: () => random });

          const gap = (SCHEDULE[number - 1] ?? 0) * 1000;
          if (outcome.status !== 'pending') throw new Error(outcome.status);
          const waits = outcome.dueAt.getTime() - NOW.getTime();
          expect(waits).toBeGreaterThanOrEqual(gap);
          expect(waits).toBeLessThanOrEqual(gap * 1.1);
          // If a message was sent, the sweep checks after the due time, else before it.
          const enqueued = waits <= 900_000;
          expect(Math.sign(outcome.nextCheckAt.getTime() - outcome.dueAt.getTime())).toBe(enqueued ? 1 : -1);
        },
      ),
    );
  });

  it('waits as long as the receiver requests, but not less than the schedule', () => {
    const waits = (retryAfter: string) => {
      const outcome = decideAttemptOutcome({ ok: false, status: 429, retryAfter, endedAt: NOW }, parts(1));
      return outcome.status === 'pending' ? outcome.dueAt.getTime() - NOW.getTime() : Number.NaN;
    };
    expect(waits('7200')).toBeGreaterThanOrEqual(7_200_000);
    for (const short of ['1', '', 'soon', '-5']) expect(waits(short)).toBe(315_000);
    expect(waits('99999999999')).toBeLessThanOrEqual(86_400_000);
  });

  it('fails after the last attempt, after the only one of a test, and at once if the receiver is gone', () => {
    const failing = { ok: false, status: 500, endedAt: NOW };
    expect(decideAttemptOutcome(failing, parts(6))).toEqual({
      status: 'failed',
      reason: 'All of its 6 attempts failed.',
    });
    expect(decideAttemptOutcome(failing, parts(1, 1))).toEqual({
      status: 'failed',
      reason: 'Its only attempt failed.',
    });
    expect(decideAttemptOutcome({ ...failing, status: 410 }, parts(1))).toMatchObject({ status: 'failed' });
  });
});
