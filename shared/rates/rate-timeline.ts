import { usd } from '../costs/model/cents.ts';
import { mondaysUpTo } from '../platform/time/utc-week.ts';
import type { TimelineEntry, Trend } from './rate-result.ts';

/** Weeks a timeline covers. */
const WEEKS = 13;
/** A trend is told over this many weeks, from this share of the rate on. */
const TREND_WEEKS = 4;
const TREND_SHARE = 0.02;

/** 13 weekly rates, oldest first, the last one this week's (UTC). `rateOn` gives cents on a Monday. */
export function rateTimeline(now: Date, rateOn: (monday: string) => number): readonly TimelineEntry[] {
  return mondaysUpTo(now, WEEKS).map((date) => ({ date, rate: usd(rateOn(date)) }));
}

/** Whether the last rate differs from that of four weeks before by more than 2%. */
export function trendOf(entries: readonly TimelineEntry[]): Trend {
  const last = entries.at(-1)?.rate ?? 0;
  const before = entries.at(-1 - TREND_WEEKS)?.rate ?? last;
  if (Math.abs(last - before) <= before * TREND_SHARE) return 'stable';
  return last > before ? 'rising' : 'falling';
}
