import type { Account } from '../../platform/account/account.ts';
import type { AccountLedger } from './account-ledger.ts';
import { periodEnd, usagePeriod } from './usage-period.ts';

/**
 * What a rates response says of the month's usage. Not named RateLimit-*: clients pause by those until the limit is
 * whole again, which here is the end of the month. No Retry-After with a refusal for the same reason: it belongs to the
 * request rate, and an operator may raise the monthly limit at any time.
 * @param usage calls of the period so far, and the period's limit.
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

/** The usage headers of a response that counts nothing, such as a repeated one: as the account is now. */
export async function readUsageHeaders(
  ledger: AccountLedger,
  holder: Account,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const period = usagePeriod(now);
  const account = await ledger.read(holder, period);
  return account ? usageHeaders(account, period) : {};
}
