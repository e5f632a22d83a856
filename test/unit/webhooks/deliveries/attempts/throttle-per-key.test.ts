import { describe, expect, it } from 'vitest';
import { throttlePerKey } from '../../../../../shared/webhooks/deliveries/attempts/throttle-per-key.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MAX_ENTRIES = 10_000;

/** Throttles to once a minute, with a clock that a test sets. */
function onceAMinute() {
  const clock = { ms: 0 };
  const first = throttlePerKey(60_000, () => new Date(NOW + clock.ms));
  return { first, clock };
}

describe('throttling per key', () => {
  it('allows the first call of a key, and the first call after the interval', () => {
    const { first, clock } = onceAMinute();

    expect([first('a'), first('a'), first('b')]).toEqual([true, false, true]);
    clock.ms = 59_999;
    expect(first('a')).toBe(false);
    clock.ms = 60_000;
    expect([first('a'), first('a')]).toEqual([true, false]);
  });

  it('keeps a key in use in memory, with any number of other keys', () => {
    const { first } = onceAMinute();

    expect(first('in use')).toBe(true);
    for (let other = 1; other <= 2 * MAX_ENTRIES; other++) {
      first(`other ${other}`);
      if (other % 1_000 === 0) expect(first('in use')).toBe(false);
    }
    expect(first('other 1')).toBe(true);
  });
});
