import type { UsagePlanModel } from '../template/service-model.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

/** The plan that a gateway key's value belongs to on this stage; undefined for a key in no plan. */
export type FindPlan = (keyValue: string) => UsagePlanModel | undefined;

export type ThrottleDecision = 'pass' | 'throttled' | 'unknown-key';

interface Kept {
  readonly plan: string;
  readonly bucket: TokenBucket;
}

/** Counts each call against the bucket of its key in its plan; a changed plan starts a new bucket. */
export function createThrottle(
  findPlan: FindPlan,
  now: () => number,
): (keyValue: string | undefined) => ThrottleDecision {
  const buckets = new Map<string, Kept>();
  return (keyValue) => {
    const plan = keyValue === undefined ? undefined : findPlan(keyValue);
    if (keyValue === undefined || plan === undefined) return 'unknown-key';
    const { id, rateLimit, burstLimit } = plan;
    const terms = `${id} ${rateLimit} ${burstLimit}`;
    let kept = buckets.get(keyValue);
    if (kept?.plan !== terms) {
      kept = { plan: terms, bucket: createTokenBucket(rateLimit, burstLimit, now) };
      buckets.set(keyValue, kept);
    }
    return kept.bucket.take() ? 'pass' : 'throttled';
  };
}
