/** Calls of API Gateway's control plane by quota. */
export type ControlCall = 'create-key' | 'delete-key' | 'change-plan' | 'other';

interface Rate {
  /** Milliseconds between calls after the burst is used up. */
  readonly everyMs: number;
  readonly burst: number;
}

/**
 * Fixed quotas of an account and region, which cannot be raised: per second, 5 created keys, 5 deleted keys and 10 calls
 * of any kind with a burst of 40; one change of a usage plan in 20 seconds
 * (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html). AWS documents no burst for the first three.
 */
const RATES: Readonly<Record<ControlCall, Rate>> = {
  'create-key': { everyMs: 200, burst: 1 },
  'delete-key': { everyMs: 200, burst: 1 },
  'change-plan': { everyMs: 20_000, burst: 1 },
  other: { everyMs: 100, burst: 40 },
};

/** A throttled call doubles the interval for its kind of call; each successful call shortens it by 10%. */
const SLOW_DOWN = 2;
const SPEED_UP = 0.9;
const MAX_INTERVAL_MS = 60_000;

/** Retries of a throttled call before it fails; with growing pauses this takes several minutes. */
const MAX_RETRIES = 12;

/** Pauses of at least this length are reported to the user. */
const REPORTED_FROM_MS = 5_000;

export interface RateLimiterOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly notify: (line: string) => void;
  /** Whether an error means that the control plane throttled the call. */
  readonly isThrottle: (error: unknown) => boolean;
}

/**
 * Keeps calls within the rate limits of the control plane, and slows down if others use the same account. A throttled
 * call is retried later.
 * @returns a function that runs a call as soon as the limits permit.
 */
export function createControlPlaneRateLimiter({ now, pause, notify, isThrottle }: RateLimiterOptions) {
  const everyMs: Record<ControlCall, number> = {
    'create-key': RATES['create-key'].everyMs,
    'delete-key': RATES['delete-key'].everyMs,
    'change-plan': RATES['change-plan'].everyMs,
    other: RATES.other.everyMs,
  };
  /** When the token bucket of each kind is full again. */
  const fullAt: Partial<Record<ControlCall, number>> = {};

  /** Reserves a call and returns the milliseconds until it may run. */
  const reserve = (kind: ControlCall): number => {
    const at = now();
    const full = Math.max(fullAt[kind] ?? at, at) + everyMs[kind];
    fullAt[kind] = full;
    return full - at - everyMs[kind] * RATES[kind].burst;
  };

  return async <Answer>(kind: ControlCall, call: () => Promise<Answer>): Promise<Answer> => {
    for (let throttled = 0; ; ) {
      const waitMs = Math.max(0, reserve(kind), kind === 'other' ? 0 : reserve('other'));
      if (waitMs >= REPORTED_FROM_MS) {
        notify(
          `API Gateway limits the rate of changes. The next change is in ${Math.ceil(waitMs / 1000)} seconds ...`,
        );
      }
      if (waitMs > 0) await pause(waitMs);
      try {
        const answer = await call();
        everyMs[kind] = Math.max(RATES[kind].everyMs, everyMs[kind] * SPEED_UP);
        return answer;
      } catch (error) {
        throttled += 1;
        if (!isThrottle(error) || throttled > MAX_RETRIES) throw error;
        everyMs[kind] = Math.min(MAX_INTERVAL_MS, everyMs[kind] * SLOW_DOWN);
        fullAt[kind] = now() + everyMs[kind] * RATES[kind].burst;
      }
    }
  };
}
