import { describe, expect, it } from 'vitest';
import {
  type ControlCall,
  createControlPlaneRateLimiter,
} from '../../../../shared/accounts/gateway-plans/control-plane-rate-limiter.ts';

class TooSoon extends Error {}

/** A control plane with a clock that only pauses advance, and the times of calls. */
function paced(reject: (nth: number) => boolean = () => false) {
  let time = 1_000_000;
  const moments: number[] = [];
  const lines: string[] = [];
  const pace = createControlPlaneRateLimiter({
    now: () => time,
    pause: async (ms) => {
      time += ms;
    },
    notify: (line) => lines.push(line),
    isThrottle: (error) => error instanceof TooSoon,
  });
  let calls = 0;
  const call = (kind: ControlCall) =>
    pace(kind, async () => {
      calls += 1;
      moments.push(time - 1_000_000);
      if (reject(calls)) throw new TooSoon();
      return calls;
    });
  return { call, moments, lines };
}

/** Maximum number of calls within one second. */
const mostInASecond = (moments: readonly number[]) =>
  Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + 1_000).length));

describe('the rate limiter of the control plane', () => {
  it.each(['create-key', 'delete-key'] as const)('makes 5 calls of %s per second', async (kind) => {
    const { call, moments } = paced();

    for (let each = 0; each < 50; each++) await call(kind);

    expect(mostInASecond(moments)).toBe(5);
    expect(moments.at(-1)).toBe(49 * 200);
  });

  it('changes a plan every 20 seconds, and reports the wait', async () => {
    const { call, moments, lines } = paced();

    for (let each = 0; each < 3; each++) await call('change-plan');

    expect(moments).toEqual([0, 20_000, 40_000]);
    expect(lines).toEqual(
      Array(2).fill('API Gateway limits the rate of changes. The next change is in 20 seconds ...'),
    );
  });

  it('makes a burst of 40 calls, then 10 per second, of any kind', async () => {
    const { call, moments } = paced();

    for (let each = 0; each < 100; each++) await call('other');

    expect(moments.filter((at) => at === 0)).toHaveLength(40);
    expect(moments.at(-1)).toBe(60 * 100);
  });

  it('retries a throttled call with growing intervals and does not fail', async () => {
    const { call, moments } = paced((nth) => nth <= 4);

    await expect(call('create-key')).resolves.toBe(5);

    expect(moments).toEqual([0, 400, 1_200, 2_800, 6_000]);
  });

  it('slows down while others use the account, and speeds up again', async () => {
    const { call, moments } = paced((nth) => nth === 10);

    for (let each = 0; each < 40; each++) await call('create-key');

    const gaps = moments.slice(1).map((at, index) => at - (moments[index] ?? 0));
    expect(Math.round(gaps[9] ?? 0)).toBe(400);
    expect(gaps.slice(0, 8)).toEqual(Array(8).fill(200));
    expect(Math.round(gaps.at(-1) ?? 0)).toBe(200);
  });

  it('fails for a call that is always throttled, and for other errors', async () => {
    const always = paced(() => true);
    await expect(always.call('create-key')).rejects.toThrow(TooSoon);
    expect(always.moments.length).toBeGreaterThan(5);
    expect(always.moments.at(-1)).toBeGreaterThan(3 * 60_000);

    const pace = createControlPlaneRateLimiter({
      now: () => 0,
      pause: async () => {},
      notify: () => {},
      isThrottle: () => false,
    });
    let calls = 0;
    const failing = pace('other', async () => {
      calls += 1;
      throw new TypeError('no');
    });
    await expect(failing).rejects.toThrow(TypeError);
    expect(calls).toBe(1);
  });

  it('spreads concurrent calls over a second', async () => {
    const { call, moments } = paced();

    await Promise.all(Array.from({ length: 20 }, () => call('delete-key')));

    expect(moments).toHaveLength(20);
    expect(moments.at(-1)).toBeGreaterThanOrEqual(19 * 200);
  });
});
