import { describe, expect, it } from '@jest/globals';
import { createCallMarks, type Mark } from '../../../../shared/accounts/usage/dynamodb-call-marks.ts';

const SECOND = 1_000;

function marksAt(start: number) {
  let clock = start;
  return { marks: createCallMarks('owner', () => clock), advance: (ms: number) => (clock += ms) };
}

describe('call marks', () => {
  it('gives calls in flight at once different senders, and a later call a free one', async () => {
    const { marks } = marksAt(0);
    const inFlight: Mark[] = [];
    const hold = (mark: Mark) =>
      new Promise<void>((resolve) => {
        inFlight.push(mark);
        if (inFlight.length === 3) resolve();
        else queueMicrotask(() => resolve());
      });

    await Promise.all([marks.whileMarked(hold), marks.whileMarked(hold), marks.whileMarked(hold)]);
    const later = await marks.whileMarked(async (mark) => mark);

    expect(new Set(inFlight.map(({ name }) => name)).size).toBe(3);
    expect(inFlight.map(({ name }) => name)).toContain(later.name);
  });

  it('numbers calls upwards, even where the clock stands still or goes back', async () => {
    const { marks, advance } = marksAt(1_800_000_000_000);
    const numbers: number[] = [];
    for (const step of [0, 0, 5, -5 * SECOND, 10]) {
      advance(step);
      numbers.push(await marks.whileMarked(async ({ sequence }) => sequence));
    }

    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.every(Number.isSafeInteger)).toBe(true);
  });

  it('frees a sender whose call failed', async () => {
    const { marks } = marksAt(0);
    const failing = marks.whileMarked(async ({ name }) => {
      throw new Error(name);
    });
    const failed = await failing.catch((error: Error) => error.message);

    expect(await marks.whileMarked(async ({ name }) => name)).toBe(failed);
  });

  it('lets no sender live until its marks are stale', async () => {
    const { marks, advance } = marksAt(0);
    const item: Record<string, number> = { used: 3 };
    const { name, sequence } = await marks.whileMarked(async (mark) => mark);
    item[name] = sequence;

    advance(60 * SECOND);
    expect(marks.staleIn(item)).toEqual([]);
    expect(await marks.whileMarked(async (mark) => mark.name)).not.toBe(name);

    advance(1);
    expect(marks.staleIn(item)).toEqual([name]);
  });

  it('drops a bounded number of stale marks at once', () => {
    const { marks } = marksAt(10 * 60 * SECOND);
    const item = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`mark#gone-${index}`, index]));

    expect(marks.staleIn(item)).toHaveLength(20);
  });
});
