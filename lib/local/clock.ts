import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalSetupError } from './local-setup-error.ts';

/** Clock of the local service: the machine's time plus an offset of zero or more. */
export interface LocalClock {
  now(): Date;
  /** Milliseconds by which this clock is ahead of the machine's. */
  aheadMs(): number;
  /**
   * Moves the clock forward.
   * @throws ClockMoveError if `ms` is not a positive integer, or if the offset would exceed ten years.
   */
  advance(ms: number): void;
  /** Sets the clock to the machine's time. */
  reset(): void;
  /** The offset as one 64-bit integer in milliseconds, for worker threads. */
  readonly shared: SharedArrayBuffer;
}

/** A rejected change of the clock. */
export class ClockMoveError extends Error {
  override readonly name = 'ClockMoveError';
}

/** Ten years: longer than every retention period, and years keep four digits. */
const MAX_AHEAD_MS = 3_653 * 86_400_000;

/**
 * Creates the clock of a host.
 * @param file stores the offset across restarts; absent = in memory.
 * @throws LocalSetupError if the file exists and is not readable.
 */
export function createLocalClock(file?: string): LocalClock {
  const shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const ahead = new BigInt64Array(shared);
  const aheadMs = (): number => Number(Atomics.load(ahead, 0));
  const set = (ms: number): void => {
    if (file !== undefined) store(file, ms);
    Atomics.store(ahead, 0, BigInt(ms));
  };
  Atomics.store(ahead, 0, BigInt(file === undefined ? 0 : readAhead(file)));
  return {
    shared,
    aheadMs,
    now: () => new Date(Date.now() + aheadMs()),
    advance: (ms) => {
      if (!Number.isSafeInteger(ms) || ms <= 0) {
        throw new ClockMoveError('The clock can only be moved forward, by whole milliseconds.');
      }
      if (aheadMs() + ms > MAX_AHEAD_MS)
        throw new ClockMoveError('The clock can be at most ten years ahead.');
      set(aheadMs() + ms);
    },
    reset: () => set(0),
  };
}

function store(file: string, aheadMs: number): void {
  if (aheadMs === 0) {
    rmSync(file, { force: true });
    return;
  }
  // Atomic: an interrupted write leaves the old file.
  writeFileSync(`${file}.unfinished`, JSON.stringify({ aheadMs }), { mode: 0o600 });
  renameSync(`${file}.unfinished`, file);
}

function readAhead(file: string): number {
  if (!existsSync(file)) return 0;
  try {
    const { aheadMs } = Object(JSON.parse(readFileSync(file, 'utf8'))) as { readonly aheadMs?: unknown };
    if (Number.isSafeInteger(aheadMs) && Number(aheadMs) >= 0 && Number(aheadMs) <= MAX_AHEAD_MS) {
      return Number(aheadMs);
    }
  } catch {
    // Reported below, as for invalid content.
  }
  throw new LocalSetupError(
    `${file} is damaged. Remove it to use the machine's time again, or remove ${dirname(file)}.`,
  );
}
