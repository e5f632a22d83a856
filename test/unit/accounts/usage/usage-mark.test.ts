import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { usageMark } from '../../../../shared/accounts/usage/usage-mark.ts';

const marksOfMonth = (limit: number): number[] =>
  Array.from({ length: limit }, (_, call) => usageMark(call + 1, limit)).filter((mark) => mark !== undefined);

describe('a mark of usage', () => {
  it('is each whole percent from 80 on, by the call that reaches it', () => {
    expect([799, 800, 801, 809, 810, 1000].map((used) => usageMark(used, 1000))).toEqual([
      undefined,
      80,
      undefined,
      undefined,
      81,
      100,
    ]);
  });

  it('comes at most 21 times a month, rising, and 100 comes by the last call', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (limit) => {
        const marks = marksOfMonth(limit);
        expect(marks.length).toBeLessThanOrEqual(21);
        expect(marks).toEqual([...new Set(marks)].toSorted((one, other) => one - other));
        expect(marks.at(-1)).toBe(100);
      }),
    );
  });

  it('is none where nothing is allowed', () => {
    expect(usageMark(1, 0)).toBeUndefined();
  });
});
