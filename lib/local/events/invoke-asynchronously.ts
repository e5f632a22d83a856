import { setTimeout as pause } from 'node:timers/promises';
import type { Invocation } from '../lambda/function-worker.ts';

export interface AsynchronousCall {
  readonly invoke: () => Promise<Invocation>;
  /** Times that a failed event is tried again. */
  readonly retries: number;
  readonly signal: AbortSignal;
  /** Waits of Lambda before the first and the second retry. */
  readonly waitsMs?: readonly number[];
}

/** Lambda tries a failed asynchronous event again after one minute, then after two more. */
const WAITS_MS = [60_000, 120_000];

/**
 * Invokes a function as Lambda does for an event that nobody waits for.
 * @returns how the last attempt ended; undefined where the host stops before the next one.
 */
export async function invokeAsynchronously(call: AsynchronousCall): Promise<Invocation | undefined> {
  const { invoke, retries, signal, waitsMs = WAITS_MS } = call;
  for (let attempt = 0; ; attempt++) {
    const ended = await invoke();
    if (ended.outcome === 'returned' || attempt >= retries) return ended;
    const waited = await pause(waitsMs[attempt] ?? waitsMs.at(-1), undefined, { signal, ref: false }).then(
      () => true,
      () => false,
    );
    if (!waited) return undefined;
  }
}
