import type { Invocation } from '../../../../lib/local/lambda/function-worker.ts';

export const RETURNED: Invocation = { outcome: 'returned', payload: undefined };
export const CRASHED: Invocation = { outcome: 'crashed', detail: 'gone' };

/** Lambda's answer that names what failed. */
export const failing = (...ids: readonly string[]): Invocation => ({
  outcome: 'returned',
  payload: { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) },
});

/** A function that a mapping calls: what it was called with, and how many calls ran at once. */
export function mappedFunction<Entry>(
  answer: (records: readonly Entry[]) => Invocation | Promise<Invocation>,
) {
  const batches: (readonly Entry[])[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  return {
    batches,
    underWay: () => underWay,
    mostAtOnce: () => mostAtOnce,
    invoke: async (_functionArn: string, event: unknown): Promise<Invocation> => {
      const { Records } = event as { readonly Records: readonly Entry[] };
      batches.push(Records);
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      try {
        return await answer(Records);
      } finally {
        underWay -= 1;
      }
    },
  };
}
