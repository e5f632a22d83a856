import { setTimeout as wait } from 'node:timers/promises';

const BETWEEN_MS = 100;

/** Polls until the condition is true. Returns the last value after the time limit. */
export async function eventually<Value>(
  look: () => Promise<Value>,
  isThere: (value: Value) => boolean,
  withinMs: number,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await look();
    if (isThere(value) || Date.now() > deadline) return value;
    await wait(BETWEEN_MS);
  }
}
