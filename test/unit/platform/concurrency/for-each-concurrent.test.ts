import { describe, expect, it } from 'vitest';
import { forEachConcurrent } from '../../../../shared/platform/concurrency/for-each-concurrent.ts';

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that a test ends one by one. */
function controlledTasks() {
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

describe('a task for each item of a list', () => {
  it('starts in the order of the items, with at most the allowed number under way', async () => {
    const { begun, task, end } = controlledTasks();
    const done = forEachConcurrent([1, 2, 3, 4], 2, task);

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

  it('does not start after a failure, which is thrown when the tasks under way have ended', async () => {
    const { begun, task, end, fail } = controlledTasks();
    let over = false;
    const done = forEachConcurrent([1, 2, 3, 4], 2, task).finally(() => {
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

  it('is never started for an empty list', async () => {
    await expect(forEachConcurrent([], 8, () => Promise.reject(new Error('none')))).resolves.toBeUndefined();
  });
});
