import { useQueries } from '@tanstack/react-query';
import type { ReadWebhookHealthResponse, Webhook } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { DEFAULT_HOURS } from './health-texts.ts';

type Health = ReadWebhookHealthResponse['data'];
export type LastDay = Health['total'] | 'failed';

/** Concurrent reads, so that a list of 50 webhooks leaves the request rate to others. */
const MAX_CONCURRENT = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Value>(read: () => PromiseLike<Value>): Promise<Value> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await read();
  } finally {
    const next = waiting.shift();
    // The next read takes this place.
    if (next === undefined) running -= 1;
    else next();
  }
}

/** The totals of the last 24 hours by webhook, as far as they are loaded. */
export function useLastDay(webhooks: readonly Webhook[] = []): ReadonlyMap<string, LastDay> {
  const { client } = useSession();
  return useQueries({
    queries: webhooks.map(({ id }) => ({
      queryKey: ['webhooks', 'health', id, DEFAULT_HOURS],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        inTurn(() => client.webhooks.health(id, { hours: DEFAULT_HOURS }, { signal })),
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data, isError }, index) => {
          const health = data === undefined ? (isError ? 'failed' : undefined) : data.total;
          const id = webhooks[index]?.id;
          return health === undefined || id === undefined ? [] : [[id, health] as const];
        }),
      ),
  });
}
