import { eachOf } from '../../platform/concurrency/each-of.ts';
import { addDays, type UtcDay, utcDay } from '../../platform/time/utc-day.ts';
import { MAX_VALIDITY_DAYS } from '../record/quote-status.ts';
import type { ExpiryAnnouncements } from './expiry-announcements.ts';

export interface Sweep {
  readonly expiries: ExpiryAnnouncements;
  readonly now: () => Date;
  readonly remainingMs: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Announcements a second at most, so that callers keep what the table can do. */
  readonly perSecond: number;
}

/** `finished` is false where time was up before all were announced: the next sweep goes on. */
export interface SweepResult {
  readonly announced: number;
  readonly finished: boolean;
}

/** Under way together: some ten milliseconds each. */
const AT_ONCE = 32;

/** A group is finished in this time, also where each of its writes is tried again. */
const GROUP_MS = 5_000;

/** The first sweep of all looks at twice the longest validity. */
const FIRST_LOOK_BACK_DAYS = 2 * MAX_VALIDITY_DAYS;

/** The index follows the table within seconds; a day counts as done only when it is older than this. */
const SETTLED_DAYS = 2;

/**
 * Announces every quote whose last day has passed, each once. What waits is the work: whatever a crash or the time
 * limit left is found by the next sweep, in the order of days.
 */
export async function announceExpiries(sweep: Sweep): Promise<SweepResult> {
  const { expiries, now, remainingMs } = sweep;
  const today = utcDay(now());
  const settled = addDays(today, -SETTLED_DAYS - 1);
  const doneBefore = (await expiries.doneThrough()) ?? addDays(today, -FIRST_LOOK_BACK_DAYS);
  let announced = 0;
  let done = doneBefore;

  while (addDays(done, 1) < today && remainingMs() >= GROUP_MS) {
    const day = addDays(done, 1);
    const ofDay = await announceDay(sweep, day);
    announced += ofDay.announced;
    if (!ofDay.finished) break;
    done = day;
  }
  const [kept = doneBefore] = [done, settled].sort();
  if (kept > doneBefore) await expiries.setDoneThrough(kept);
  return { announced, finished: addDays(done, 1) >= today };
}

async function announceDay(sweep: Sweep, day: UtcDay): Promise<SweepResult> {
  const { expiries, now, remainingMs, pause, perSecond } = sweep;
  let announced = 0;
  for await (const group of expiries.waiting(day)) {
    if (remainingMs() < GROUP_MS) return { announced, finished: false };
    const began = performance.now();
    await eachOf(group, AT_ONCE, async (quote) => {
      if (await expiries.announce(quote, now())) announced += 1;
    });
    const due = (group.length / perSecond) * 1_000;
    await pause(Math.max(0, due - (performance.now() - began)));
  }
  return { announced, finished: true };
}
