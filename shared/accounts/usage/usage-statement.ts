import type { Account } from '../../platform/account/account.ts';
import { periodEnd, recentPeriods, usagePeriod } from './usage-period.ts';

/** What an organization may use and what it used, as it was read. */
export interface UsageReading {
  readonly billing: boolean;
  readonly usageLimit: number;
  /** Counted calls by period (YYYY-MM); periods without calls may be absent. */
  readonly used: ReadonlyMap<string, number>;
  /** Quotes that a month allows; absent = any number. */
  readonly quoteLimit?: number;
  /** Quotes made by period, the same way. */
  readonly quotes: ReadonlyMap<string, number>;
}

/** Port: usage over several periods. */
export interface UsageReader {
  /**
   * In the time of one round trip; undefined when there is no such organization.
   * @param periods months without a gap, newest first.
   */
  read(holder: Account, periods: readonly string[]): Promise<UsageReading | undefined>;
}

/** Months that a statement covers where nothing else is asked, the present one among them, and at most. */
export const DEFAULT_MONTHS = 12;
export const MAX_MONTHS = 36;

interface MonthUsed {
  readonly period: string;
  readonly used: number;
}

/** The usage of one organization in one mode: calls of POST /api/v1/rates that succeeded, and quotes made. */
export interface UsageStatement {
  /** The present month (UTC), YYYY-MM. */
  readonly period: string;
  readonly used: number;
  readonly limit: number;
  /** 0 at and over the limit, which can be lowered below what is used. */
  readonly remaining: number;
  /** When `used` starts at 0 again: ISO 8601 UTC. */
  readonly resetsAt: string;
  /** Whether billing information is on file; without it rates and quotes are rejected. */
  readonly billing: boolean;
  /** The months with calls, the present one among them, newest first. */
  readonly history: readonly MonthUsed[];
  /** Quotes made, deleted ones included; `limit` and `remaining` are null where there is no limit. */
  readonly quotes: {
    readonly used: number;
    readonly limit: number | null;
    readonly remaining: number | null;
    readonly history: readonly MonthUsed[];
  };
}

/**
 * The statement of `months` months, the present one among them.
 * @returns undefined when there is no such organization.
 */
export async function stateUsage(
  reader: UsageReader,
  holder: Account,
  now: Date,
  months: number = DEFAULT_MONTHS,
): Promise<UsageStatement | undefined> {
  const periods = recentPeriods(now, months);
  const reading = await reader.read(holder, periods);
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
