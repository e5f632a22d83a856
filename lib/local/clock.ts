import type { StoredState } from './stored-state.ts';

/** Ten years: longer than every retention period, and years keep four digits. */
const MAX_AHEAD_MS = 3_653 * 86_400_000;

/** Clock of the local service: the machine's time plus an offset of zero or more. */
export function createLocalClock(stored: StoredState<{ readonly aheadMs: number }>) {
  /** The offset as one 64-bit integer in milliseconds, for worker threads. */
  const shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const ahead = new BigInt64Array(shared);
  const aheadMs = (): number => Number(Atomics.load(ahead, 0));
  const set = (ms: number): void => {
    stored.set({ aheadMs: ms });
    Atomics.store(ahead, 0, BigInt(ms));
  };
  Atomics.store(ahead, 0, BigInt(stored.get().aheadMs));
  return {
    shared,
    /** Milliseconds by which this clock is ahead of the machine's. */
    aheadMs,
    now: () => new Date(Date.now() + aheadMs()),
    /** @throws RangeError if `ms` is not a positive integer, or if the offset would exceed ten years. */
    advance: (ms: number): void => {
      if (!Number.isSafeInteger(ms) || ms <= 0) {
        throw new RangeError('The clock can only be moved forward, by whole milliseconds.');
      }
      if (aheadMs() + ms > MAX_AHEAD_MS) throw new RangeError('The clock can be at most ten years ahead.');
      set(aheadMs() + ms);
    },
    /** Sets the clock to the machine's time. */
    reset: () => set(0),
  };
}
