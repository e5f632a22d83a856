import { describe, expect, it } from '@jest/globals';
import { throttlePerKey } from '../../../../../shared/webhooks/deliveries/sending/throttle-per-key.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MOST_REMEMBERED = 10_000;

/** Once a minute, on a clock that a test moves. */
function onceAMinute() {
  const clock = { ms: 0 };
  const first = throttlePerKey(60_000, () => new Date(NOW + clock.ms));
  return { first, clock };
}

describe('once in a while', () => {
  it('is the first time of a name, and the first after the while', () => {
    const { first, clock } = onceAMinute();

    expect([first('a'), first('a'), first('b')]).toEqual([true, false, true]);
    clock.ms = 59_999;
    expect(first('a')).toBe(false);
    clock.ms = 60_000;
    expect([first('a'), first('a')]).toEqual([true, false]);
  });

  it('remembers a name in use, however many others there are', () => {
    const { first } = onceAMinute();

    expect(first('in use')).toBe(true);
    for (let other = 1; other <= 2 * MOST_REMEMBERED; other++) {
      first(`other ${other}`);
      if (other % 1_000 === 0) expect(first('in use')).toBe(false);
    }
    expect(first('other 1')).toBe(true);
  });
});
