import { describe, expect, it } from 'vitest';
import { createThrottle } from '../../../../lib/local/gateway/throttle.ts';
import type { UsagePlanModel } from '../../../../lib/local/template/service-model.ts';

const plan = (id: string, burstLimit: number, rateLimit = 1): UsagePlanModel => ({
  id,
  name: id,
  rateLimit,
  burstLimit,
});

function throttleUnderTest(plans: Record<string, UsagePlanModel>) {
  let time = 0;
  const throttle = createThrottle(
    (key) => plans[key],
    () => time,
  );
  return {
    plans,
    throttle,
    pass: (ms: number) => {
      time += ms;
    },
    passedOf: (calls: number, key: string) =>
      Array.from({ length: calls }, () => throttle(key)).filter((decision) => decision === 'pass').length,
  };
}

describe('the throttle of the gateway', () => {
  it('has one bucket per key, also for keys of one usage plan', () => {
    const shared = plan('standard', 3);
    const { passedOf } = throttleUnderTest({ a: shared, b: shared });

    expect([passedOf(5, 'a'), passedOf(5, 'b'), passedOf(5, 'a')]).toEqual([3, 3, 0]);
  });

  it('refills a bucket at the rate of the plan', () => {
    const { passedOf, pass } = throttleUnderTest({ a: plan('standard', 2, 0.5) });

    expect(passedOf(5, 'a')).toBe(2);
    pass(2_000);
    expect(passedOf(5, 'a')).toBe(1);
  });

  it('distinguishes a throttled key from a key without a plan and from a call without a key', () => {
    const { throttle, passedOf } = throttleUnderTest({ a: plan('standard', 1) });

    expect(passedOf(1, 'a')).toBe(1);
    expect([throttle('a'), throttle('stranger'), throttle(undefined)]).toEqual([
      'throttled',
      'unknown-key',
      'unknown-key',
    ]);
  });

  it('uses new limits as soon as the plan changes or the key moves to another plan', () => {
    const { plans, passedOf } = throttleUnderTest({ a: plan('mine', 1) });

    expect(passedOf(10, 'a')).toBe(1);
    plans.a = plan('mine', 4);
    expect(passedOf(10, 'a')).toBe(4);
    plans.a = plan('other', 2);
    expect(passedOf(10, 'a')).toBe(2);
    delete plans.a;
    expect(passedOf(10, 'a')).toBe(0);
  });
});
