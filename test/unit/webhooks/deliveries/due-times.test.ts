import { describe, expect, it } from 'vitest';
import {
  checkAgainAt,
  checkOfClaimed,
  firstCheckAt,
  mayBeInQueue,
  messageDelay,
} from '../../../../shared/webhooks/deliveries/due-times.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('the delay of a message', () => {
  it.each([
    [-5, 0],
    [0, 0],
    [0.001, 1],
    [1, 1],
    [900, 900],
    [900.001, undefined],
  ])('of a delivery that is due in %d s is %d', (seconds, delay) => {
    expect(messageDelay(at(seconds), NOW)).toBe(delay);
  });
});

describe('a delivery whose message may be in a long queue', () => {
  const delivery = { dueAt: at(0).toISOString(), nextCheckAt: at(30).toISOString(), checks: 0 };

  it('was due less than 15 minutes ago and was not checked before', () => {
    expect(mayBeInQueue(delivery, at(899))).toBe(true);
    expect(mayBeInQueue(delivery, at(900))).toBe(false);
    expect(mayBeInQueue({ ...delivery, checks: 1 }, at(1))).toBe(false);
  });

  it('is not an interrupted attempt, for which no message was sent', () => {
    expect(mayBeInQueue({ ...delivery, nextCheckAt: delivery.dueAt }, at(1))).toBe(false);
  });
});

describe('the check of a delivery', () => {
  it('is 20 seconds after it is due if a message was sent, and a minute before otherwise', () => {
    expect(firstCheckAt(NOW, true)).toEqual(at(20));
    expect(firstCheckAt(NOW, false)).toEqual(at(-60));
  });

  it.each([
    [-1, undefined],
    [60, undefined],
    [61, 1],
    [315, 255],
  ])('of a claimed delivery that is due in %d s is a minute before: in %d s', (seconds, check) => {
    expect(checkOfClaimed(at(seconds), NOW)).toEqual(check === undefined ? undefined : at(check));
  });

  it.each([
    [0, 2],
    [1, 5],
    [2, 15],
    [3, 60],
    [9, 60],
  ])('after %d checks is repeated in %d minutes', (checks, minutes) => {
    expect(checkAgainAt(at(-3_600), NOW, checks)).toEqual(at(minutes * 60));
    expect(checkAgainAt(at(600), NOW, checks)).toEqual(at(600 + minutes * 60));
  });
});
