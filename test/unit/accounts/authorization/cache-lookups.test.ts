import { describe, expect, it, vi } from 'vitest';
import { cacheLookups } from '../../../../shared/accounts/authorization/cache-lookups.ts';

function cacheUnderTest(lookUp: (key: string) => Promise<string | undefined>, maxEntries = 10) {
  let time = Date.UTC(2026, 10, 21);
  const asked = vi.fn(lookUp);
  return {
    asked,
    remembered: cacheLookups(asked, { maxAgeMs: 60_000, maxEntries, now: () => time }),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('cached look-ups', () => {
  it('run once within the maximum age, and again after it', async () => {
    const { asked, remembered, pass } = cacheUnderTest(async (key) => `answer to ${key}`);

    expect(await remembered('a')).toBe('answer to a');
    pass(59_999);
    await remembered('a');
    expect(asked).toHaveBeenCalledTimes(1);
    pass(1);
    await remembered('a');
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('do not extend the age of a result by its use', async () => {
    const { asked, remembered, pass } = cacheUnderTest(async () => 'answer');

    for (let second = 0; second <= 60; second += 10) {
      await remembered('a');
      pass(10_000);
    }

    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('count the age from the start of the look-up', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { asked, remembered, pass } = cacheUnderTest(() => promise);

    const slow = remembered('a');
    pass(60_000);
    resolve('late');
    await slow;
    await remembered('a');

    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('cache undefined', async () => {
    const { asked, remembered } = cacheUnderTest(async () => undefined);

    expect([await remembered('a'), await remembered('a')]).toEqual([undefined, undefined]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('share one look-up among concurrent callers', async () => {
    const { asked, remembered } = cacheUnderTest(async () => 'answer');

    await Promise.all(Array.from({ length: 100 }, () => remembered('a')));

    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('do not cache a failure', async () => {
    let failures = 1;
    const { remembered } = cacheUnderTest(async () => {
      if (failures-- > 0) throw new Error('throttled');
      return 'answer';
    });

    await expect(Promise.allSettled([remembered('a'), remembered('a')])).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    await expect(remembered('a')).resolves.toBe('answer');
  });

  it('evict the least recently used result', async () => {
    const { asked, remembered } = cacheUnderTest(async () => 'answer', 3);

    for (const guess of ['in use', 'b', 'c', 'in use', 'd', 'e', 'in use', 'f']) await remembered(guess);
    expect(asked.mock.calls.filter(([key]) => key === 'in use')).toHaveLength(1);

    await remembered('b');
    expect(asked.mock.calls.filter(([key]) => key === 'b')).toHaveLength(2);
  });

  it('keep a newer result when an older look-up fails', async () => {
    const first = Promise.withResolvers<string>();
    const answers = [first.promise, Promise.resolve('newer')];
    const { asked, remembered, pass } = cacheUnderTest(() => answers.shift() ?? Promise.resolve('third'));

    const failing = remembered('a');
    pass(60_000);
    expect(await remembered('a')).toBe('newer');
    first.reject(new Error('unavailable'));
    await expect(failing).rejects.toThrow('unavailable');

    expect(await remembered('a')).toBe('newer');
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
