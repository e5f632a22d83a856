import type { Attempt } from '../delivery.ts';

/** An attempt lasts at most 5 seconds; a slightly longer one counts in the last class. */
const MAX_BOUND_MS = 5_600;

/** The E12 series of preferred numbers (IEC 60063), in steps of at most 25%. */
const E12 = [10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82];

/** Upper bounds of the latency classes in milliseconds. */
export const LATENCY_BOUNDS_MS: readonly number[] = [1, 10, 100]
  .flatMap((decade) => E12.map((step) => step * decade))
  .filter((bound) => bound <= MAX_BOUND_MS);

/** Counts of logged attempts, without those of tests. */
export interface AttemptCounts {
  readonly attempts: number;
  /** Attempts that the receiver answered with 2xx in time. */
  readonly succeeded: number;
  /** Attempts that the receiver answered with any status. */
  readonly answered: number;
  /** Sum of the durations of answered attempts, in milliseconds. */
  readonly answeredMs: number;
  /** Answered attempts by latency class: index in `LATENCY_BOUNDS_MS`. Classes without attempts are absent. */
  readonly byLatency: ReadonlyMap<number, number>;
}

export const NO_ATTEMPTS: AttemptCounts = {
  attempts: 0,
  succeeded: 0,
  answered: 0,
  answeredMs: 0,
  byLatency: new Map(),
};

/** The latency class of a duration in milliseconds. */
function latencyClass(durationMs: number): number {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => durationMs <= bound);
  return index === -1 ? LATENCY_BOUNDS_MS.length - 1 : index;
}

/** The counts of one attempt. */
export function countsOfAttempt({ error, status, durationMs = 0 }: Attempt): AttemptCounts {
  const isAnswered = status !== undefined;
  return {
    attempts: 1,
    succeeded: error === undefined ? 1 : 0,
    answered: isAnswered ? 1 : 0,
    answeredMs: isAnswered ? durationMs : 0,
    byLatency: isAnswered ? new Map([[latencyClass(durationMs), 1]]) : new Map(),
  };
}

export function addCounts(a: AttemptCounts, b: AttemptCounts): AttemptCounts {
  const byLatency = new Map(a.byLatency);
  for (const [index, count] of b.byLatency) byLatency.set(index, (byLatency.get(index) ?? 0) + count);
  return {
    attempts: a.attempts + b.attempts,
    succeeded: a.succeeded + b.succeeded,
    answered: a.answered + b.answered,
    answeredMs: a.answeredMs + b.answeredMs,
    byLatency,
  };
}

/**
 * The latency that a share of the answered attempts does not exceed, in milliseconds, rounded up to the bound of its class.
 * Undefined without answered attempts.
 * @param share above 0, at most 1.
 */
export function latencyQuantile({ answered, byLatency }: AttemptCounts, share: number): number | undefined {
  const rank = Math.ceil(answered * share);
  let upTo = 0;
  return LATENCY_BOUNDS_MS.find((_, index) => {
    upTo += byLatency.get(index) ?? 0;
    return upTo > 0 && upTo >= rank;
  });
}
