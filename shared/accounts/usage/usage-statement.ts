import type { Account } from '../../platform/account/account.ts';
import { periodEnd, recentPeriods, usagePeriod } from './usage-headers.ts';

/** Limits and usage of an account, as last read. */
export interface UsageReading {
  readonly billing: boolean;
  readonly usageLimit: number;
  /** Counted calls by period (YYYY-MM). Periods without calls may be absent. */
  readonly used: ReadonlyMap<string, number>;
  /** Maximum quotes per month; absent = no limit. */
  readonly quoteLimit?: number;
  /** Created quotes by period (YYYY-MM). Periods without quotes may be absent. */
  readonly quotes: ReadonlyMap<string, number>;
}

/** Port: usage over several periods. */
export interface UsageReader {
  /**
   * Takes the time of one round trip. Returns undefined if the organization is unknown.
   * @param periods consecutive months, newest first.
   */
  read(account: Account, periods: readonly string[]): Promise<UsageReading | undefined>;
}

/** Months that a statement covers by default, and at most, including the current month. */
export const DEFAULT_MONTHS = 12;
export const MAX_MONTHS = 36;

interface MonthUsed {
  readonly period: string;
  readonly used: number;
}

/** Usage of one account: calls that count against the limit (rates and lanes of RFPs), and created quotes. */
export interface UsageStatement {
  /** The current month (UTC), YYYY-MM. */
  readonly period: string;
  readonly used: number;
  readonly limit: number;
  /** 0 at or above the limit. The limit can be lowered below the usage. */
  readonly remaining: number;
  /** When `used` is reset to 0: ISO 8601 UTC. */
  readonly resetsAt: string;
  /** Whether billing information is on file; without it rates and quotes are rejected. */
  readonly billing: boolean;
  /** Months with calls, including the current month, newest first. */
  readonly history: readonly MonthUsed[];
  /** Created quotes, including deleted ones. `limit` and `remaining` are null if there is no limit. */
  readonly quotes: {
    readonly used: number;
    readonly limit: number | null;
    readonly remaining: number | null;
    readonly history: readonly MonthUsed[];
  };
}

/**
 * The usage statement of `months` months, including the current month.
 * @returns undefined if the organization is unknown.
 */
export async function readUsageStatement(
  reader: UsageReader,
  account: Account,
  now: Date,
  months: number = DEFAULT_MONTHS,
): Promise<UsageStatement | undefined> {
  const periods = recentPeriods(now, months);
  const reading = await reader.read(account, periods);
  if (!reading) return undefined;

  const period = usagePeriod(now);
  const used = reading.used.get(period) ?? 0;
  const quotesMade = reading.quotes.get(period) ?? 0;
  const { quoteLimit } = reading;
  const historyOf = (counts: ReadonlyMap<string, number>) =>
    periods
      .map((month) => ({ period: month, used: counts.get(month) ?? 0 }))
      .filter((month) => month.used > 0);
  return {
    period,
    used,
    limit: reading.usageLimit,
    remaining: Math.max(0, reading.usageLimit - used),
    resetsAt: periodEnd(period),
    billing: reading.billing,
    history: historyOf(reading.used),
    quotes: {
      used: quotesMade,
      limit: quoteLimit ?? null,
      remaining: quoteLimit === undefined ? null : Math.max(0, quoteLimit - quotesMade),
      history: historyOf(reading.quotes),
    },
  };
}
