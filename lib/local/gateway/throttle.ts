import type { UsagePlanModel } from '../template/service-model.ts';

export type ThrottleDecision = 'pass' | 'throttled' | 'unknown-key';

interface Bucket {
  readonly terms: string;
  tokens: number;
  filledAt: number;
}

/**
 * Takes a token from the bucket of a gateway key for each call: capacity `burstLimit`, initially full, refilled by
 * `rateLimit` tokens per second. A changed plan starts a new bucket.
 * @param findPlan of a key value; undefined for a key without a plan.
 */
export function createThrottle(findPlan: (keyValue: string) => UsagePlanModel | undefined) {
  const buckets = new Map<string, Bucket>();
  return (keyValue: string): ThrottleDecision => {
    const plan = findPlan(keyValue);
    if (plan === undefined) return 'unknown-key';
    const { id, rateLimit, burstLimit } = plan;
    const terms = `${id} ${rateLimit} ${burstLimit}`;
    const now = performance.now();
    let bucket = buckets.get(keyValue);
    if (bucket?.terms !== terms) bucket = { terms, tokens: burstLimit, filledAt: now };
    buckets.set(keyValue, bucket);
    bucket.tokens = Math.min(burstLimit, bucket.tokens + ((now - bucket.filledAt) / 1000) * rateLimit);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return 'throttled';
    bucket.tokens -= 1;
    return 'pass';
  };
}
