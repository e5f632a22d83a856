import type { Invocation } from '../lambda/functions.ts';

export interface AsynchronousCall {
  readonly invoke: () => Promise<Invocation>;
  /** Number of retries of a failed event. */
  readonly retries: number;
  /** Aborts the wait for the next attempt. */
  readonly signal: AbortSignal;
}

/** Lambda retries a failed asynchronous event after one minute, then after two more. */
const LAST_WAIT_MS = 120_000;
const WAITS_MS = [60_000, LAST_WAIT_MS];

/**
 * Invokes a function asynchronously, with the retries of Lambda.
 * @returns the result of the last attempt; undefined if the host stops before it.
 */
export async function invokeAsynchronously(call: AsynchronousCall): Promise<Invocation | undefined> {
  const { invoke, retries, signal } = call;
  for (let attempt = 0; ; attempt++) {
    const ended = await invoke();
    if (ended.outcome === 'returned' || attempt >= retries) return ended;
    if (!(await waited(WAITS_MS[attempt] ?? LAST_WAIT_MS, signal))) return undefined;
  }
}

/** False if the wait was aborted. */
function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve(true);
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
