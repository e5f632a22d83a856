import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCounts,
  countsOfAttempt,
  LATENCY_BOUNDS_MS,
  latencyQuantile,
  NO_ATTEMPTS,
} from '../../../../../shared/webhooks/deliveries/health/attempt-counts.ts';

const answer = (durationMs: number) =>
  countsOfAttempt({ number: 1, startedAt: '', url: '', status: 200, durationMs });

describe('latency classes', () => {
  it('rise in steps of at most 25%, from 10 ms beyond the longest attempt', () => {
    expect(LATENCY_BOUNDS_MS[0]).toBe(10);
    expect(LATENCY_BOUNDS_MS.at(-1)).toBeGreaterThan(5_000);
    for (const [index, bound] of LATENCY_BOUNDS_MS.slice(1).entries()) {
      const before = LATENCY_BOUNDS_MS[index] ?? 0;
      expect(bound).toBeGreaterThan(before);
      expect(bound / before).toBeLessThanOrEqual(1.25);
    }
  });
});

describe('a quantile of latencies', () => {
  it('is the exact one rounded up to the bound of its class', () => {
    const durations = fc.array(fc.nat(5_500), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.01, 0.5, 0.95, 1), (values, share) => {
        const counts = values.map(answer).reduce(addCounts, NO_ATTEMPTS);
        const sorted = values.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(values.length * share) - 1] ?? 0;
        expect(latencyQuantile(counts, share)).toBe(LATENCY_BOUNDS_MS.find((bound) => bound >= exact));
      }),
    );
  });

  it('is absent without answers, and the highest bound for a longer duration', () => {
    const timedOut = { number: 1, startedAt: '', url: '', error: 'timeout', durationMs: 5_000 } as const;
    expect(latencyQuantile(countsOfAttempt(timedOut), 0.5)).toBeUndefined();
    expect(latencyQuantile(NO_ATTEMPTS, 0.5)).toBeUndefined();
    expect(latencyQuantile(answer(60_000), 0.5)).toBe(LATENCY_BOUNDS_MS.at(-1));
  });
});
