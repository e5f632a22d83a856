import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatherCalls } from '../../../../shared/platform/concurrency/gather-calls.ts';

/** Gathers calls that double a number, and remembers the groups. */
function createDoubler(most: number, keyOf?: (input: number) => string) {
  const groups: (readonly number[])[] = [];
  const double = gatherCalls<number, number>({
    most,
    ...(keyOf === undefined ? {} : { keyOf }),
    run: async (inputs) => {
      groups.push(inputs);
      return inputs.map((input) => 2 * input);
    },
  });
  return { double, groups };
}

describe('gathered calls', () => {
  it('get their own results, in groups of limited size without equal keys', async () => {
    const calls = fc.array(fc.nat(12), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 1, max: 25 }), async (inputs, most) => {
        const { double, groups } = createDoubler(most, String);

        expect(await Promise.all(inputs.map(double))).toEqual(inputs.map((input) => 2 * input));

        expect(groups.flat().toSorted()).toEqual(inputs.toSorted());
        for (const group of groups) {
          expect(group.length).toBeLessThanOrEqual(most);
          expect(new Set(group).size).toBe(group.length);
        }
      }),
    );
  });

  it('share one group if they are made in the same turn of the event loop', async () => {
    const { double, groups } = createDoubler(10);
    await Promise.all([1, 1, 2].map(double));
    await double(3);
    expect(groups).toEqual([[1, 1, 2], [3]]);
  });

  it('share one group if they are made within the waiting time', async () => {
    const groups: (readonly string[])[] = [];
    const call = gatherCalls<string, string>({
      most: 10,
      waitMs: 50,
      run: async (inputs) => {
        groups.push(inputs);
        return inputs;
      },
    });
    const first = call('one');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([first, call('other')]);
    expect(groups).toEqual([['one', 'other']]);
  });

  it('fail together with their group, and alone if only their own result failed', async () => {
    const call = gatherCalls<string, string>({
      most: 3,
      run: async (inputs) => {
        if (inputs.includes('bad group')) throw new Error('group');
        return inputs.map(async (input) => {
          if (input === 'bad') throw new Error('own');
          return input;
        });
      },
    });

    const inputs = ['good', 'bad', 'good', 'bad group', 'good'];
    const ended = await Promise.allSettled(inputs.map(call));

    expect(ended.map((end) => (end.status === 'fulfilled' ? end.value : Object(end.reason).message))).toEqual(
      ['good', 'own', 'good', 'group', 'group'],
    );
  });
});
