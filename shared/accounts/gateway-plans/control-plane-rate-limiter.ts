/** Calls of API Gateway's control plane, by what its quotas tell apart. */
export type ControlCall = 'create-key' | 'delete-key' | 'change-plan' | 'other';

interface Rate {
  /** One call in so many milliseconds, once the burst is used up. */
  readonly everyMs: number;
  readonly burst: number;
}

/**
 * Fixed quotas of an account and region, which nobody can raise: 5 keys made and 5 deleted a second, one change of a
 * usage plan in 20 seconds, 10 calls of any kind a second with 40 at once
 * (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html). No bursts are stated for the first three.
 */
const RATES: Readonly<Record<ControlCall, Rate>> = {
  'create-key': { everyMs: 200, burst: 1 },
  'delete-key': { everyMs: 200, burst: 1 },
  'change-plan': { everyMs: 20_000, burst: 1 },
  other: { everyMs: 100, burst: 40 },
};

/** After a refusal calls of that kind come half as often; each that is taken wins a tenth of it back. */
const SLOWER = 2;
const FASTER = 0.9;
const SLOWEST_MS = 60_000;

/** Times that one call is refused before it is given up: with growing pauses, several minutes. */
const MOST_REFUSALS = 12;

/** A pause that is worth a word to who waits. */
const TOLD_FROM_MS = 5_000;

export interface RateLimiterOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly tell: (line: string) => void;
  /** Whether the control plane refused a call for coming too soon. */
  readonly isThrottle: (error: unknown) => boolean;
}

/**
 * Keeps calls to the pace that the control plane takes, and goes slower where others use the same account: what is
 * refused for coming too soon is made again, later, and does not fail what it is part of.
 * @returns runs a call when its turn has come.
 */
export function createControlPlaneRateLimiter({ now, pause, tell, isThrottle }: RateLimiterOptions) {
  const everyMs: Record<ControlCall, number> = {
    'create-key': RATES['create-key'].everyMs,
    'delete-key': RATES['delete-key'].everyMs,
    'change-plan': RATES['change-plan'].everyMs,
    other: RATES.other.everyMs,
  };
  /** When the bucket of each kind is full again. */
  const fullAt: Partial<Record<ControlCall, number>> = {};

  /** Takes a place, and returns how long it is until then. */
  const reserve = (kind: ControlCall): number => {
    const at = now();
    const full = Math.max(fullAt[kind] ?? at, at) + everyMs[kind];
    fullAt[kind] = full;
    return full - at - everyMs[kind] * RATES[kind].burst;
  };

  return async <Answer>(kind: ControlCall, call: () => Promise<Answer>): Promise<Answer> => {
    for (let refusals = 0; ; ) {
      const waitMs = Math.max(0, reserve(kind), kind === 'other' ? 0 : reserve('other'));
      if (waitMs >= TOLD_FROM_MS) {
        tell(`API Gateway takes few changes: the next one is in ${Math.ceil(waitMs / 1000)} seconds ...`);
      }
      if (waitMs > 0) await pause(waitMs);
      try {
        const answer = await call();
        everyMs[kind] = Math.max(RATES[kind].everyMs, everyMs[kind] * FASTER);
        return answer;
      } catch (error) {
        refusals += 1;
        if (!isThrottle(error) || refusals > MOST_REFUSALS) throw error;
        everyMs[kind] = Math.min(SLOWEST_MS, everyMs[kind] * SLOWER);
        fullAt[kind] = now() + everyMs[kind] * RATES[kind].burst;
      }
    }
  };
}
