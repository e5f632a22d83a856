import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../support/service-under-test.ts';
import type { MeasuredOperation } from './measure-mix.ts';

export interface ReconcileOptions {
  readonly measured: readonly MeasuredOperation[];
  /** A call with the key of the organization under load. */
  call(path: string): Promise<Answer>;
  readonly webhookId: string;
  /** IDs of events that arrived at the receiver. */
  arrived(): ReadonlySet<string>;
}

/** Against hanging only: failed deliveries wait for their retries. */
const DELIVERED_WITHIN_MS = 900_000;
const POLL_MS = 500;

/**
 * Compares counters, totals and deliveries with the responses of the load.
 * @returns a line for each comparison, and whether all of them agree.
 */
export async function reconcileCounters({
  measured,
  call,
  webhookId,
  arrived,
}: ReconcileOptions): Promise<{ readonly lines: readonly string[]; readonly agrees: boolean }> {
  const lines: string[] = [];
  let agrees = true;
  const compare = (what: string, actual: number, { least, most }: Bounds): void => {
    const isWithin = actual >= least && actual <= most;
    agrees &&= isWithin;
    const expected =
      least === most ? `${least}` : `${least} to ${most}, since ${most - least} calls have no response`;
    lines.push(`${isWithin ? '✓' : '✗'} ${what}: ${actual} (expected ${expected})`);
  };
  const read = async (path: string) => {
    const { status, text, json } = await call(path);
    if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${text}`);
    return json;
  };

  const rates = boundsOf(measured, 'price lanes');
  const quotes = boundsOf(measured, 'create a quote');
  const usage = (await read('/api/v1/usage')) as { data: { used: number; quotes: { used: number } } };
  compare('calls of rates in the usage counter', usage.data.used, rates);
  compare('quotes in the usage counter', usage.data.quotes.used, quotes);
  const list = (await read('/api/v1/quotes?limit=1')) as { pagination: { total_count: number } };
  const total = list.pagination.total_count;
  compare('quotes in the total of the list', total, quotes);

  // Each quote that exists has one event.
  const deadline = Date.now() + DELIVERED_WITHIN_MS;
  while (arrived().size < total && Date.now() < deadline) await wait(POLL_MS);
  compare('different events at the receiver', arrived().size, { least: total, most: total });
  const pending = async () => {
    const answer = await read(`/v1/webhooks/${webhookId}/deliveries?status=pending`);
    return (answer as { data: unknown[] }).data.length;
  };
  while ((await pending()) > 0 && Date.now() < deadline) await wait(POLL_MS);
  compare('pending deliveries', await pending(), { least: 0, most: 0 });
  return { lines, agrees };
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Calls that were applied: all successes, and possibly those without a response. */
function boundsOf(measured: readonly MeasuredOperation[], operation: string): Bounds {
  const found = measured.filter(({ name }) => name === operation);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const least = sum(found.map(({ succeeded }) => succeeded));
  return { least, most: least + sum(found.map(({ uncertain }) => uncertain)) };
}
