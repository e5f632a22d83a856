import { describe, expect, it } from '@jest/globals';
import { eachOf } from '../../../../shared/platform/concurrency/each-of.ts';

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that a test ends one by one. */
function tasksInHand() {
  const begun: number[] = [];
  const ends = new Map<number, PromiseWithResolvers<void>>();
  const task = (item: number): Promise<void> => {
    begun.push(item);
    const end = Promise.withResolvers<void>();
    ends.set(item, end);
    return end.promise;
  };
  return {
    begun,
    task,
    end: (item: number) => ends.get(item)?.resolve(),
    fail: (item: number, error: Error) => ends.get(item)?.reject(error),
  };
}

describe('a task for each of a list', () => {
  it('is begun in their order, with no more under way than are allowed', async () => {
    const { begun, task, end } = tasksInHand();
    const done = eachOf([1, 2, 3, 4], 2, task);

    await aTurn();
    expect(begun).toEqual([1, 2]);
    end(2);
    await aTurn();
    expect(begun).toEqual([1, 2, 3]);
    end(1);
    end(3);
    await aTurn();
    expect(begun).toEqual([1, 2, 3, 4]);
    end(4);
    await expect(done).resolves.toBeUndefined();
  });

  it('is no longer begun after a failure, which is thrown when what is under way has ended', async () => {
    const { begun, task, end, fail } = tasksInHand();
    let over = false;
    const done = eachOf([1, 2, 3, 4], 2, task).finally(() => {
      over = true;
    });
    const failure = expect(done).rejects.toThrow('first');

    await aTurn();
    fail(1, new Error('first'));
    await aTurn();
    expect({ begun, over }).toEqual({ begun: [1, 2], over: false });
    fail(2, new Error('second'));
    end(3);
    await failure;
    expect(begun).toEqual([1, 2]);
  });

  it('ends at once where there is nothing', async () => {
    await expect(eachOf([], 8, () => Promise.reject(new Error('none')))).resolves.toBeUndefined();
  });
});
