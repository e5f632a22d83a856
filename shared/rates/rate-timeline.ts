import { usd } from '../costs/model/cents.ts';
import { mondaysUpTo } from '../platform/time/utc-week.ts';
import type { TimelineEntry, Trend } from './rates-document.ts';

/** The rate of one week in integer cents. `date` is its Monday, YYYY-MM-DD. */
export interface WeekRate {
  readonly date: string;
  readonly cents: number;
}

export const TIMELINE_WEEKS = 13;
/** A change of more than this share over this number of entries is a trend; the first that applies decides. */
const TRENDS = [
  { weeks: 4, share: 0.02 },
  { weeks: TIMELINE_WEEKS - 1, share: 0.03 },
] as const;

/** 13 weekly rates, oldest first, up to the current UTC week. `rateOn` returns the cents of a Monday. */
export function rateTimeline(now: Date, rateOn: (monday: string) => number): readonly WeekRate[] {
  return mondaysUpTo(now, TIMELINE_WEEKS).map((date) => ({ date, cents: rateOn(date) }));
}

/** Rising or falling if the level changed by more than 2% in 4 weeks, or 3% from the first entry to the last. */
export function trendOf(timeline: readonly WeekRate[]): Trend {
  const last = timeline.at(-1)?.cents ?? 0;
  for (const { weeks, share } of TRENDS) {
    const before = timeline.at(-1 - weeks)?.cents ?? last;
    if (Math.abs(last - before) > before * share) return last > before ? 'rising' : 'falling';
  }
  return 'stable';
}

/** @param asOf the Monday of the last observation: entries after it are estimated. */
export const timelineEntries = (timeline: readonly WeekRate[], asOf: string): TimelineEntry[] =>
  timeline.map(({ date, cents }) => ({
    date,
    rate: usd(cents),
    ...(date > asOf && { estimated: true as const }),
  }));
