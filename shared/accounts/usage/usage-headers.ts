import type { Account } from '../../platform/account/account.ts';
import type { AccountLedger } from './account-ledger.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { periodEnd, usagePeriod } from './usage-period.ts';

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
