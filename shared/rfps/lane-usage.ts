import type { UsageOf } from '../accounts/usage/dynamodb-read-account.ts';
import { usageHeaders, usagePeriod } from '../accounts/usage/usage-headers.ts';
import type { Account } from '../platform/account/account.ts';
import { type Outcome, type Rejected, reject, succeed } from '../platform/http/outcome.ts';
import { BILLING_REQUIRED, ORGANIZATION_MISSING } from '../quotes/request/quote-rejections.ts';
import { countedCalls } from './record/counted-calls.ts';
import type { Reservation } from './record/stored-rfp.ts';
import { usageLimitExceeded } from './rfp-rejections.ts';

/** The calls that lanes would count. */
export interface LaneUsage {
  readonly reservation: Reservation;
  /** Calls that the month has before. A write of the reservation is exact; this value can be of a moment before. */
  readonly used: number;
  /** Of the answer if they are counted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The answer if they exceed the limit. */
  readonly overLimit: (used: number) => Rejected;
}

/** What a number of lanes would count now. It is rejected without billing, and for an unknown organization. */
export async function readLaneUsage(
  usageOf: UsageOf,
  caller: Account,
  at: Date,
): Promise<Outcome<(lanes: number) => LaneUsage>> {
  const period = usagePeriod(at);
  const account = await usageOf(caller, period);
  if (!account) return reject(ORGANIZATION_MISSING);
  if (!account.billing) return reject(BILLING_REQUIRED);
  const { used, usageLimit } = account;
  return succeed((lanes) => {
    const calls = countedCalls(lanes);
    return {
      used,
      reservation: { calls, period, usageLimit },
      headers: usageHeaders({ used: used + calls, usageLimit }, at),
      overLimit: (used) =>
        reject(usageLimitExceeded({ used, usageLimit, calls }, at), usageHeaders({ used, usageLimit }, at)),
    };
  });
}
