import pMap from 'p-map';

/**
 * Does a task for each item, in their order, with at most `atOnce` under way. The first failure ends it: what is under
 * way is finished, nothing more is begun.
 */
export async function eachOf<Item>(
  items: Iterable<Item>,
  atOnce: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const unlessFailed = async (item: Item): Promise<void> => {
    if (failures.length > 0) return;
    try {
      await task(item);
    } catch (error) {
      // A mapper that rejects would end `pMap` while other tasks are still under way.
      failures.push(error);
    }
  };
  await pMap(items, unlessFailed, { concurrency: atOnce });
  if (failures.length > 0) throw failures[0];
}

/** Cuts a list into groups of `size`, the last one smaller. */
export function groupsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
