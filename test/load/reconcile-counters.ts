import { setTimeout as wait } from 'node:timers/promises';
import type { MeasuredOperation } from './measure-mix.ts';

export interface ReconcileOptions {
  readonly measured: readonly MeasuredOperation[];
  /** The JSON of GET, with the key of the organization under load. */
  read(path: string): Promise<unknown>;
  readonly webhookId: string;
  /** Number of different events that arrived at the receiver. */
  arrived(): number;
}

/** Against hanging only: failed deliveries wait for their retries. */
const DELIVERED_WITHIN_MS = 900_000;
const POLL_MS = 500;

/**
 * Compares counters, totals and deliveries with the responses of the load.
 * @returns a line for each comparison, and whether all of them agree.
 */
export async function reconcileCounters({ measured, read, webhookId, arrived }: ReconcileOptions) {
  const succeeded = (operation: string): number =>
    measured.filter(({ name }) => name === operation).reduce((sum, one) => sum + one.succeeded, 0);
  const [rates, quotes] = [succeeded('price lanes'), succeeded('create a quote')];
  const usage = (await read('/api/v1/usage')) as { data: { used: number; quotes: { used: number } } };
  const list = (await read('/api/v1/quotes?limit=1')) as { pagination: { total_count: number } };

  // Each quote has one event.
  const deadline = Date.now() + DELIVERED_WITHIN_MS;
  while (arrived() < quotes && Date.now() < deadline) await wait(POLL_MS);
  const pending = async () => {
    const deliveries = await read(`/v1/webhooks/${webhookId}/deliveries?status=pending`);
    return (deliveries as { data: unknown[] }).data.length;
  };
  while ((await pending()) > 0 && Date.now() < deadline) await wait(POLL_MS);

  const compared: readonly (readonly [what: string, actual: number, expected: number])[] = [
    ['calls of rates in the usage counter', usage.data.used, rates],
    ['quotes in the usage counter', usage.data.quotes.used, quotes],
    ['quotes in the total of the list', list.pagination.total_count, quotes],
    ['different events at the receiver', arrived(), quotes],
    ['pending deliveries', await pending(), 0],
  ];
  return {
    lines: compared.map(
      ([what, actual, expected]) =>
        `${actual === expected ? '✓' : '✗'} ${what}: ${actual} (expected ${expected})`,
    ),
    agrees: compared.every(([, actual, expected]) => actual === expected),
  };
}
