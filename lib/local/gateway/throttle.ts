import type { UsagePlanModel } from '../template/service-model.ts';

/** Finds the usage plan of a gateway key value on this stage; undefined for a key without a plan. */
export type FindPlan = (keyValue: string) => UsagePlanModel | undefined;

export type ThrottleDecision = 'pass' | 'throttled' | 'unknown-key';

interface BucketOfPlan {
  readonly plan: string;
  readonly bucket: TokenBucket;
}

/** Takes a token from the bucket of the key for each call; a changed plan starts a new bucket. */
export function createThrottle(
  findPlan: FindPlan,
  now: () => number,
): (keyValue: string | undefined) => ThrottleDecision {
  const buckets = new Map<string, BucketOfPlan>();
  return (keyValue) => {
    const plan = keyValue === undefined ? undefined : findPlan(keyValue);
    if (keyValue === undefined || plan === undefined) return 'unknown-key';
    const { id, rateLimit, burstLimit } = plan;
    const terms = `${id} ${rateLimit} ${burstLimit}`;
    let current = buckets.get(keyValue);
    if (current?.plan !== terms) {
      current = { plan: terms, bucket: createTokenBucket(rateLimit, burstLimit, now) };
      buckets.set(keyValue, current);
    }
    return current.bucket.take() ? 'pass' : 'throttled';
  };
}

/**
 * The token bucket of a key in a usage plan: capacity `burst`, initially full, refilled by `rate` tokens per second.
 * @param now a monotonic clock in milliseconds.
 */
function createTokenBucket(rate: number, burst: number, now: () => number) {
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

type TokenBucket = ReturnType<typeof createTokenBucket>;
