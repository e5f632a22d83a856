import type { Account } from '../../platform/account/account.ts';
import type { AccountLedger } from './dynamodb-account-ledger.ts';

/** The calendar month (UTC) in which a call counts, YYYY-MM. */
export const usagePeriod = (moment: Date): string => moment.toISOString().slice(0, 7);

/** The first instant after a period (YYYY-MM), when usage is reset to 0: ISO 8601 UTC. */
export function periodEnd(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month)).toISOString();
}

/** The month of `moment` and the months before it, newest first. */
export function recentPeriods(moment: Date, months: number): readonly string[] {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()];
  return Array.from({ length: months }, (_, back) => usagePeriod(new Date(Date.UTC(year, month - back))));
}

/** Names of the quota policies in the headers `RateLimit-Policy` and `RateLimit`. */
type QuotaPolicy = 'monthly-rates' | 'monthly-quotes';

/** Seconds until the counts of the month of `moment` (UTC) are reset to 0: a whole number, at least 1. */
export function secondsToReset(moment: Date): number {
  return Math.ceil((Date.parse(periodEnd(usagePeriod(moment))) - moment.getTime()) / 1000);
}

function secondsOfMonth(moment: Date): number {
  const start = Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth());
  return (Date.parse(periodEnd(usagePeriod(moment))) - start) / 1000;
}

/**
 * The monthly limit of an operation as structured fields (draft-ietf-httpapi-ratelimit-headers-11,
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/). An operation without a limit has no such
 * headers, since the draft has no value for "unlimited". The rate of the gateway is not a policy here: it is best effort,
 * and the functions do not know its state.
 * @param used counted calls of the month, including this call if it was counted.
 * @param moment when the call was counted.
 */
export function rateLimitHeaders(
  policy: QuotaPolicy,
  { used, limit }: { readonly used: number; readonly limit: number },
  moment: Date,
): Readonly<Record<'RateLimit-Policy' | 'RateLimit', string>> {
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=${secondsOfMonth(moment)}`,
    RateLimit: `"${policy}";r=${Math.max(0, limit - used)};t=${secondsToReset(moment)}`,
  };
}

/**
 * Usage headers of a rates response, from the count that the call's own update returned. `RateLimit` and
 * `RateLimit-Policy` are for clients that know these fields. `X-Usage-*` has what the fields cannot express: the count
 * itself, which can exceed a lowered limit, and the time of the reset.
 * @param usage calls of the month, and the month's limit.
 * @param moment when the call was counted.
 */
export function usageHeaders(
  { used, usageLimit }: { readonly used: number; readonly usageLimit: number },
  moment: Date,
): Readonly<Record<string, string>> {
  return {
    'X-Usage-Limit': String(usageLimit),
    'X-Usage-Used': String(used),
    'X-Usage-Remaining': String(Math.max(0, usageLimit - used)),
    'X-Usage-Reset': periodEnd(usagePeriod(moment)),
    ...rateLimitHeaders('monthly-rates', { used, limit: usageLimit }, moment),
  };
}

/** Current usage headers for a response that counts no call, such as a replayed answer. */
export async function readUsageHeaders(
  ledger: AccountLedger,
  account: Account,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const usage = await ledger.read(account, usagePeriod(now));
  return usage ? usageHeaders(usage, now) : {};
}

/** Percent of the usage limit from which each further percent is logged. */
const NEAR_PERCENT = 80;

/**
 * The whole percent of the usage limit that this call reaches; undefined below 80 percent, or if an earlier call reached
 * it, or if the limit is 0. A month therefore has at most 21 log lines, however many calls it has.
 * @param used calls of the period, including this call.
 */
export function reachedUsagePercent(used: number, usageLimit: number): number | undefined {
  const percentAt = (calls: number) => Math.floor((100 * calls) / usageLimit);
  const percent = percentAt(used);
  return percent >= NEAR_PERCENT && percent > percentAt(used - 1) ? percent : undefined;
}

/** Previews of quotes in a minute, of an organization and mode. They are free, so they must not replace rates. */
export const PREVIEWS_A_MINUTE = 60;
