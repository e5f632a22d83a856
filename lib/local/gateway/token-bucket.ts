/**
 * The token bucket of a key in a usage plan: capacity `burst`, initially full, refilled by `rate` tokens per second.
 * @param now a monotonic clock in milliseconds.
 */
export function createTokenBucket(rate: number, burst: number, now: () => number) {
  let tokens = burst;
  let filledAt = now();
  return {
    /** Takes a token; false if there is none. */
    take(): boolean {
      const moment = now();
      // Avoids 0 * Infinity for an unlimited rate.
      if (moment > filledAt) tokens = Math.min(burst, tokens + ((moment - filledAt) / 1000) * rate);
      filledAt = moment;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

export type TokenBucket = ReturnType<typeof createTokenBucket>;
