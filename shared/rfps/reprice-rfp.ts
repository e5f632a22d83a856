import type { IdempotencyStore, KeyedAnswer, KeyedCall } from '../accounts/idempotency/idempotency-store.ts';
import type { AccountLedger } from '../accounts/usage/account-ledger.ts';
import { usageHeaders } from '../accounts/usage/usage-headers.ts';
import { usagePeriod } from '../accounts/usage/usage-period.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, reject, succeed } from '../platform/http/outcome.ts';
import { BILLING_REQUIRED, ORGANIZATION_MISSING } from '../quotes/request/quote-rejections.ts';
import type { StrategyStore } from '../quotes/strategy/strategy-store.ts';
import { applyRfpChange } from './apply-rfp-change.ts';
import type { RfpAnswer } from './documents/rfp-document.ts';
import { countedCalls } from './record/counted-calls.ts';
import { allows, hasAwards, rfpStatus } from './record/rfp-status.ts';
import type { RfpStore } from './record/stored-rfp.ts';
import { lanesAwarded, rfpNotReady, usageLimitExceeded } from './rfp-rejections.ts';

export interface RepriceRfpPorts {
  readonly rfps: Pick<RfpStore<KeyedAnswer>, 'read' | 'change'>;
  readonly ledger: Pick<AccountLedger, 'read'>;
  readonly strategies: Pick<StrategyStore, 'current'>;
  readonly answers: IdempotencyStore;
  readonly now: () => Date;
}

/**
 * Prices all lanes by the market and the pricing strategy of the moment, in a new version, also if the contract begins in
 * the past. Counts calls as a creation; over the limit nothing changes.
 */
export function repriceRfpUseCase({ rfps, ledger, strategies, answers, now }: RepriceRfpPorts) {
  return async (rfpId: string, caller: Account, keyed?: KeyedCall): Promise<Answer<RfpAnswer>> => {
    const at = now();
    const period = usagePeriod(at);
    const [account, strategy] = await Promise.all([
      ledger.read(caller, period),
      strategies.current(caller.orgId, caller.mode),
    ]);
    if (!account) return reject(ORGANIZATION_MISSING);
    if (!account.billing) return reject(BILLING_REQUIRED);
    const { usageLimit } = account;
    const call = { rfpId, caller, ...(keyed && { keyed: { call: keyed, answers } }) };
    return applyRfpChange({ rfps }, call, (rfp) => {
      const status = rfpStatus(rfp);
      if (!allows(status, 'reprice')) return reject(rfpNotReady(rfp.rfpId, status, 'reprice'));
      if (hasAwards(rfp)) return reject(lanesAwarded(rfp.rfpId, 'the prices of all lanes'));
      const calls = countedCalls(rfp.lanes);
      const pricing = { asOf: at.toISOString(), strategyVersion: strategy.version };
      return succeed({
        change: { at, version: { pricing }, reservation: { calls, period, usageLimit } },
        headers: usageHeaders({ used: account.used + calls, usageLimit }, at),
        overLimit: (used) =>
          reject(usageLimitExceeded({ used, usageLimit, calls }, at), usageHeaders({ used, usageLimit }, at)),
      });
    });
  };
}
