import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenBucket } from '../../../../lib/local/gateway/token-bucket.ts';

function bucketAt(rate: number, burst: number) {
  let time = 0;
  return {
    bucket: createTokenBucket(rate, burst, () => time),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

const count = (calls: number, take: () => boolean) =>
  Array.from({ length: calls }, take).filter(Boolean).length;

describe('a token bucket', () => {
  it('allows exactly its burst at once when full', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000 }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        (burst, rate) => {
          const { bucket } = bucketAt(rate, burst);
          expect(count(burst + 50, () => bucket.take())).toBe(burst);
        },
      ),
    );
  });

  it('allows at most burst + rate x time over any interval', () => {
    const steps = fc.array(
      fc.record({ waitMs: fc.integer({ min: 0, max: 5_000 }), calls: fc.integer({ min: 0, max: 30 }) }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0.05, max: 40, noNaN: true }),
        (all, burst, rate) => {
          const { bucket, pass } = bucketAt(rate, burst);
          const passed: { readonly at: number; readonly calls: number }[] = [];
          let at = 0;
          for (const { waitMs, calls } of all) {
            pass(waitMs);
            at += waitMs;
            passed.push({ at, calls: count(calls, () => bucket.take()) });
          }
          for (const [from, { at: begin }] of passed.entries()) {
            let total = 0;
            for (const { at: end, calls } of passed.slice(from)) {
              total += calls;
              expect(total).toBeLessThanOrEqual(burst + (rate * (end - begin)) / 1000 + 1e-6);
            }
          }
        },
      ),
    );
  });

  it('refills at its rate, up to its burst', () => {
    const { bucket, pass } = bucketAt(10, 5);
    count(5, () => bucket.take());

    pass(99);
    expect(bucket.take()).toBe(false);
    pass(1);
    expect(bucket.take()).toBe(true);
    expect(bucket.take()).toBe(false);
    pass(3_600_000);
    expect(count(20, () => bucket.take())).toBe(5);
  });

  it('is limited by its burst at an unlimited rate', () => {
    const { bucket, pass } = bucketAt(Number.POSITIVE_INFINITY, 2);

    expect(count(5, () => bucket.take())).toBe(2);
    pass(1);
    expect(count(5, () => bucket.take())).toBe(2);
  });

  it('allows every call without limits', () => {
    const { bucket } = bucketAt(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);

    expect(count(1_000, () => bucket.take())).toBe(1_000);
  });

  it('allows every call that keeps to the rate', () => {
    const { bucket, pass } = bucketAt(4, 1);
    const answers = Array.from({ length: 100 }, () => {
      pass(250);
      return bucket.take();
    });

    expect(answers).not.toContain(false);
  });
});
