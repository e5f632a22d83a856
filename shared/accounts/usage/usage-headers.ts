import type { Account } from '../../platform/account/account.ts';
import type { AccountLedger } from './account-ledger.ts';
import { periodEnd, usagePeriod } from './usage-period.ts';

/**
 * Usage headers of a rates response. They are not named RateLimit-*, because clients wait for the reset of those, which
 * here is the end of the month. A rejected call has no Retry-After for the same reason: that header belongs to the
 * request rate, and an operator may raise the monthly limit at any time.
 * @param usage calls of the period, and the period's limit.
 * @param period YYYY-MM.
 */
export function usageHeaders(
  { used, usageLimit }: { readonly used: number; readonly usageLimit: number },
  period: string,
): Readonly<Record<string, string>> {
  return {
    'X-Usage-Limit': String(usageLimit),
    'X-Usage-Used': String(used),
    'X-Usage-Remaining': String(Math.max(0, usageLimit - used)),
    'X-Usage-Reset': periodEnd(period),
  };
}

/** Current usage headers for a response that counts no call, such as a replayed answer. */
export async function readUsageHeaders(
  ledger: AccountLedger,
  account: Account,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const period = usagePeriod(now);
  const usage = await ledger.read(account, period);
  return usage ? usageHeaders(usage, period) : {};
}
