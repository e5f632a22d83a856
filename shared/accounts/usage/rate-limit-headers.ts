import { periodEnd, usagePeriod } from './usage-period.ts';

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
