import pMap from 'p-map';

/**
 * Runs a task for each item, in the order of the items, with at most `limit` tasks under way. After the first failure
 * no further task starts, and the tasks under way finish.
 * @throws the first failure.
 */
export async function forEachConcurrent<Item>(
  items: Iterable<Item>,
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const runUnlessFailed = async (item: Item): Promise<void> => {
    if (failures.length > 0) return;
    try {
      await task(item);
    } catch (error) {
      // A mapper that rejects would end `pMap` while other tasks are still under way.
      failures.push(error);
    }
  };
  await pMap(items, runUnlessFailed, { concurrency: limit });
  if (failures.length > 0) throw failures[0];
}
