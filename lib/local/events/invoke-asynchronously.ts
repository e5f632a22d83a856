import type { Invocation } from '../lambda/function-worker.ts';

export interface AsynchronousCall {
  readonly invoke: () => Promise<Invocation>;
  /** Times that a failed event is tried again. */
  readonly retries: number;
  /** Ends the wait for the next attempt. */
  readonly signal: AbortSignal;
}

/** Lambda tries a failed asynchronous event again after one minute, then after two more. */
const LAST_WAIT_MS = 120_000;
const WAITS_MS = [60_000, LAST_WAIT_MS];

/**
 * Invokes a function as Lambda does for an event that nobody waits for.
 * @returns how the last attempt ended; undefined where the host stops before the next one.
 */
export async function invokeAsynchronously(call: AsynchronousCall): Promise<Invocation | undefined> {
  const { invoke, retries, signal } = call;
  for (let attempt = 0; ; attempt++) {
    const ended = await invoke();
    if (ended.outcome === 'returned' || attempt >= retries) return ended;
    if (!(await waited(WAITS_MS[attempt] ?? LAST_WAIT_MS, signal))) return undefined;
  }
}

/** False where the wait was ended early. */
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
