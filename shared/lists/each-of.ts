/**
 * Does a task for each item, in their order, with at most `atOnce` under way. The first failure ends it: what is under
 * way is finished, nothing more is begun.
 */
export async function eachOf<Item>(
  items: Iterable<Item>,
  atOnce: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let failed = false;
  const work = async (): Promise<void> => {
    for (let next = left.next(); !next.done && !failed; next = left.next()) {
      try {
        await task(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Cuts a list into groups of `size`, the last one smaller. */
export function groupsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
