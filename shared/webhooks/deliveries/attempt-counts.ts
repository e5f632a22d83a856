import type { Attempt } from './delivery.ts';

/** An attempt lasts at most 5 seconds; a slightly longer one counts in the last class. */
const MAX_BOUND_MS = 5_600;

/** The E12 series of preferred numbers (IEC 60063), in steps of at most 25%. */
const E12 = [10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82];

/** Upper bounds of the latency classes in milliseconds. */
export const LATENCY_BOUNDS_MS: readonly number[] = [1, 10, 100]
  .flatMap((decade) => E12.map((step) => step * decade))
  .filter((bound) => bound <= MAX_BOUND_MS);

/** Counts of logged attempts by name: `attempts`, `succeeded`, `answered`, `answeredMs`, and `ms<bound>` by latency class. */
export type AttemptCounts = Readonly<Record<string, number>>;

const latencyClass = (durationMs: number): string =>
  `ms${LATENCY_BOUNDS_MS.find((bound) => durationMs <= bound) ?? LATENCY_BOUNDS_MS.at(-1)}`;

export const addCounts = (one: AttemptCounts, other: AttemptCounts): AttemptCounts =>
  Object.entries(other).reduce<Record<string, number>>(
    (sum, [name, count]) => Object.assign(sum, { [name]: (sum[name] ?? 0) + count }),
    { ...one },
  );

/** The counts of one attempt. */
export const countsOf = ({ error, status, durationMs = 0 }: Attempt): AttemptCounts => ({
  attempts: 1,
  ...(error === undefined ? { succeeded: 1 } : {}),
  ...(status === undefined ? {} : { answered: 1, answeredMs: durationMs, [latencyClass(durationMs)]: 1 }),
});

/**
 * The latency that a share of the answered attempts does not exceed, in milliseconds, rounded up to the bound of its class.
 * Undefined without answered attempts.
 * @param share above 0, at most 1.
 */
export function latencyQuantile(counts: AttemptCounts, share: number): number | undefined {
  const rank = Math.ceil((counts.answered ?? 0) * share);
  let upTo = 0;
  return LATENCY_BOUNDS_MS.find((bound) => {
    upTo += counts[`ms${bound}`] ?? 0;
    return upTo > 0 && upTo >= rank;
  });
}
