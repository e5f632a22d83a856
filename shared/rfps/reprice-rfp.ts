import type { KeyedCall } from '../accounts/idempotency/idempotency-store.ts';
import type { UsageOf } from '../accounts/usage/dynamodb-read-account.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, reject, succeed } from '../platform/http/outcome.ts';
import type { StrategyStore } from '../quotes/strategy/dynamodb-strategies.ts';
import { type ApplyRfpChangePorts, applyRfpChange } from './apply-rfp-change.ts';
import type { RfpAnswer } from './documents/rfp-document.ts';
import { readLaneUsage } from './lane-usage.ts';
import { allows, hasAwards, rfpStatus } from './record/rfp-status.ts';
import { lanesAwarded, rfpNotReady } from './rfp-rejections.ts';

export interface RepriceRfpPorts extends ApplyRfpChangePorts {
  readonly usageOf: UsageOf;
  readonly strategies: Pick<StrategyStore, 'current'>;
  readonly now: () => Date;
}

/**
 * Prices all lanes by the market and the pricing strategy of the moment, in a new version, also if the contract begins in
 * the past. Counts calls as a creation; over the limit nothing changes.
 */
export function repriceRfpUseCase({ usageOf, strategies, now, ...ports }: RepriceRfpPorts) {
  return async (rfpId: string, caller: Account, keyed?: KeyedCall): Promise<Answer<RfpAnswer>> => {
    const at = now();
    const [usage, strategy] = await Promise.all([
      readLaneUsage(usageOf, caller, at),
      strategies.current(caller.orgId, caller.mode),
    ]);
    if (!usage.ok) return usage;
    return applyRfpChange(ports, { rfpId, caller, keyed }, (rfp) => {
      const status = rfpStatus(rfp);
      if (!allows(status, 'reprice')) return reject(rfpNotReady(rfp.rfpId, status, 'reprice'));
      if (hasAwards(rfp)) return reject(lanesAwarded(rfp.rfpId, 'the prices of all lanes'));
      const { reservation, headers, overLimit } = usage.body(rfp.lanes);
      const pricing = { asOf: at.toISOString(), strategyVersion: strategy.version };
      return succeed({ change: { at, version: { pricing }, reservation }, headers, overLimit });
    });
  };
}
