import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import { addDays, type UtcDay, utcDay } from '../../platform/time/utc-calendar.ts';
import { MAX_VALIDITY_DAYS } from '../record/stored-quote.ts';
import type { ExpiryAnnouncements } from './dynamodb-expiry-announcements.ts';

export interface Sweep {
  readonly expiries: ExpiryAnnouncements;
  readonly now: () => Date;
  readonly remainingMs: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Maximum announcements per second, so that the sweep does not use up the table's write capacity. */
  readonly perSecond: number;
}

/** `finished` is false if time ran out before all expiries were announced; the next sweep continues. */
export interface SweepResult {
  readonly announced: number;
  readonly finished: boolean;
}

/** Concurrent announcements; each takes about 10 ms. */
const CONCURRENCY = 32;

/** Upper bound of the time for one group, including a retry of each write. */
const GROUP_MS = 5_000;

/** The first sweep ever covers twice the longest validity. */
const FIRST_SWEEP_DAYS = 2 * MAX_VALIDITY_DAYS;

/** The index is eventually consistent (seconds), so a day is recorded as done only when it is older than this. */
const SETTLED_DAYS = 2;

/**
 * Announces every quote after its last valid day, each once, in the order of days. After a crash or the time limit, the
 * next sweep finds the remaining quotes in the index.
 */
export async function announceExpiries(sweep: Sweep): Promise<SweepResult> {
  const { expiries, now, remainingMs } = sweep;
  const today = utcDay(now());
  const settled = addDays(today, -SETTLED_DAYS - 1);
  const doneBefore = (await expiries.doneThrough()) ?? addDays(today, -FIRST_SWEEP_DAYS);
  let announced = 0;
  let done = doneBefore;

  while (addDays(done, 1) < today && remainingMs() >= GROUP_MS) {
    const day = addDays(done, 1);
    const ofDay = await announceDay(sweep, day);
    announced += ofDay.announced;
    if (!ofDay.finished) break;
    done = day;
  }
  const [doneThrough = doneBefore] = [done, settled].sort();
  if (doneThrough > doneBefore) await expiries.setDoneThrough(doneThrough);
  return { announced, finished: addDays(done, 1) >= today };
}

async function announceDay(sweep: Sweep, day: UtcDay): Promise<SweepResult> {
  const { expiries, now, remainingMs, pause, perSecond } = sweep;
  let announced = 0;
  for await (const group of expiries.unannounced(day)) {
    if (remainingMs() < GROUP_MS) return { announced, finished: false };
    const began = performance.now();
    await forEachConcurrent(group, CONCURRENCY, async (quote) => {
      if (await expiries.announce(quote, now())) announced += 1;
    });
    const minimumMs = (group.length / perSecond) * 1_000;
    await pause(Math.max(0, minimumMs - (performance.now() - began)));
  }
  return { announced, finished: true };
}
