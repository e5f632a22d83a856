import { setTimeout as wait } from 'node:timers/promises';

const BETWEEN_MS = 100;
/** Against hanging only: a loaded machine may be slow. */
const WITHIN_MS = 180_000;

/** Polls until the condition is true. Returns the last value after the time limit. */
export async function eventually<Value>(
  look: () => Promise<Value>,
  isThere: (value: Value) => boolean,
  withinMs = WITHIN_MS,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await look();
    if (isThere(value) || Date.now() > deadline) return value;
    await wait(BETWEEN_MS);
  }
}
