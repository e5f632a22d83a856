import type { Invocation } from '../../../../lib/local/lambda/function-worker.ts';

export const RETURNED: Invocation = { outcome: 'returned', payload: undefined };
export const CRASHED: Invocation = { outcome: 'crashed', detail: 'gone' };

/** A function response with batchItemFailures for these IDs. */
export const failing = (...ids: readonly string[]): Invocation => ({
  outcome: 'returned',
  payload: { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) },
});

/** A function for an event source mapping; records its batches and the highest number of concurrent invocations. */
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
