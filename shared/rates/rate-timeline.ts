import { usd } from '../costs/model/cents.ts';
import { mondaysUpTo } from '../platform/time/utc-week.ts';
import type { TimelineEntry, Trend } from './rate-result.ts';

/** Weeks of a timeline. */
const TIMELINE_WEEKS = 13;
/** A trend is a change of more than this share of the rate over this number of weeks. */
const TREND_WEEKS = 4;
const TREND_SHARE = 0.02;

/** 13 weekly rates, oldest first, up to the current UTC week. `rateOn` returns the cents of a Monday. */
export function rateTimeline(now: Date, rateOn: (monday: string) => number): readonly TimelineEntry[] {
  return mondaysUpTo(now, TIMELINE_WEEKS).map((date) => ({ date, rate: usd(rateOn(date)) }));
}

/** Compares the last rate with the rate four weeks before; a difference of up to 2% is stable. */
export function trendOf(entries: readonly TimelineEntry[]): Trend {
  const last = entries.at(-1)?.rate ?? 0;
  const before = entries.at(-1 - TREND_WEEKS)?.rate ?? last;
  if (Math.abs(last - before) <= before * TREND_SHARE) return 'stable';
  return last > before ? 'rising' : 'falling';
}
