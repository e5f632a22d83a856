import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalSetupError } from './local-setup-error.ts';

/** The time that the service on this machine goes by: the machine's own, or ahead of it. */
export interface LocalClock {
  now(): Date;
  /** Milliseconds that it is ahead of the machine's. */
  aheadMs(): number;
  /**
   * Moves it on.
   * @throws ClockMoveError for what is no forward move, or one too far.
   */
  advance(ms: number): void;
  /** Back to the machine's time. */
  reset(): void;
  /** One 64-bit integer, the milliseconds ahead, for threads to read. */
  readonly shared: SharedArrayBuffer;
}

/** A move that the clock does not make. */
export class ClockMoveError extends Error {
  override readonly name = 'ClockMoveError';
}

/** Ten years: far enough for whatever is kept, near enough for every date to have a year of four digits. */
const MOST_AHEAD_MS = 3_653 * 86_400_000;

/**
 * The clock of a host.
 * @param file keeps how far it is ahead over a restart; absent keeps it in memory.
 * @throws LocalSetupError when the file is there and not readable.
 */
export function createLocalClock(file?: string): LocalClock {
  const shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const ahead = new BigInt64Array(shared);
  const aheadMs = (): number => Number(Atomics.load(ahead, 0));
  const set = (ms: number): void => {
    if (file !== undefined) keep(file, ms);
    Atomics.store(ahead, 0, BigInt(ms));
  };
  Atomics.store(ahead, 0, BigInt(file === undefined ? 0 : readAhead(file)));
  return {
    shared,
    aheadMs,
    now: () => new Date(Date.now() + aheadMs()),
    advance: (ms) => {
      if (!Number.isSafeInteger(ms) || ms <= 0) {
        throw new ClockMoveError('The clock is moved forward, by whole milliseconds.');
      }
      if (aheadMs() + ms > MOST_AHEAD_MS) throw new ClockMoveError('The clock is at most ten years ahead.');
      set(aheadMs() + ms);
    },
    reset: () => set(0),
  };
}

function keep(file: string, aheadMs: number): void {
  if (aheadMs === 0) {
    rmSync(file, { force: true });
    return;
  }
  // Renamed when complete: a kill in the middle leaves the old file.
  writeFileSync(`${file}.unfinished`, JSON.stringify({ aheadMs }), { mode: 0o600 });
  renameSync(`${file}.unfinished`, file);
}

function readAhead(file: string): number {
  if (!existsSync(file)) return 0;
  try {
    const { aheadMs } = Object(JSON.parse(readFileSync(file, 'utf8'))) as { readonly aheadMs?: unknown };
    if (Number.isSafeInteger(aheadMs) && Number(aheadMs) >= 0 && Number(aheadMs) <= MOST_AHEAD_MS) {
      return Number(aheadMs);
    }
  } catch {
    // Said below, as for a file of another shape.
  }
  throw new LocalSetupError(
    `${file} is damaged. Remove it to go by this machine's time again, or all of ${dirname(file)}.`,
  );
}
