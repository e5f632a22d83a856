import type { UsagePlanModel } from '../template/service-model.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

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
