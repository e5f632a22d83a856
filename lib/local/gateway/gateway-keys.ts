import type { StoredState } from '../stored-state.ts';
import type { ApiModel } from '../template/service-model.ts';

type UsagePlan = ApiModel['usagePlans'][number];

/** Keys and plans of organizations, as the command line stores them, by their ids. */
export interface GatewayState {
  readonly keys: Readonly<Record<string, { readonly value: string; readonly planId: string }>>;
  readonly plans: Readonly<Record<string, Omit<UsagePlan, 'id'>>>;
}

export const NO_GATEWAY_KEYS: GatewayState = { keys: {}, plans: {} };

/** Takes a call from the throttle bucket of a gateway key; returns why the call is rejected. */
export type Throttle = (keyValue: string) => 'INVALID_API_KEY' | 'THROTTLED' | undefined;

interface Bucket {
  readonly limits: string;
  tokens: number;
  filledAt: number;
}

/**
 * A token bucket for each gateway key: capacity `burstLimit`, initially full, refilled by `rateLimit` tokens per second. A
 * changed plan starts a new bucket.
 */
export function createThrottle(
  templatePlans: readonly UsagePlan[],
  stored: Pick<StoredState<GatewayState>, 'get'>,
): Throttle {
  const buckets = new Map<string, Bucket>();
  return (keyValue) => {
    const { keys, plans } = stored.get();
    const { planId = '' } = Object.values(keys).find(({ value }) => value === keyValue) ?? {};
    const plan = plans[planId] ?? templatePlans.find(({ id }) => id === planId);
    if (plan === undefined) return 'INVALID_API_KEY';
    const { rateLimit, burstLimit } = plan;
    const limits = `${planId} ${rateLimit} ${burstLimit}`;
    const now = performance.now();
    const known = buckets.get(keyValue);
    const bucket = known?.limits === limits ? known : { limits, tokens: burstLimit, filledAt: now };
    buckets.set(keyValue, bucket);
    bucket.tokens = Math.min(burstLimit, bucket.tokens + ((now - bucket.filledAt) / 1000) * rateLimit);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return 'THROTTLED';
    bucket.tokens -= 1;
    return undefined;
  };
}
