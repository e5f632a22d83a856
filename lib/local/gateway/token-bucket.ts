/**
 * A token bucket as a usage plan has one for each key: it holds `burst` tokens, starts full, and gains `rate` a second.
 * @param now milliseconds of a clock that never goes back.
 */
export function createTokenBucket(rate: number, burst: number, now: () => number) {
  let tokens = burst;
  let filledAt = now();
  return {
    /** Takes a token; false when there is none. */
    take(): boolean {
      const moment = now();
      // Nothing is gained in no time, not even at an unlimited rate.
      if (moment > filledAt) tokens = Math.min(burst, tokens + ((moment - filledAt) / 1000) * rate);
      filledAt = moment;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

export type TokenBucket = ReturnType<typeof createTokenBucket>;
