import { KEY_IN_USE } from '../accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { UsageOf } from '../accounts/usage/dynamodb-read-account.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, type Outcome, type Rejected, reject, succeed } from '../platform/http/outcome.ts';
import { CONTENDED } from '../platform/http/rejection.ts';
import type { StrategyStore } from '../quotes/strategy/dynamodb-strategies.ts';
import { describeRfp, type RfpAnswer } from './documents/rfp-document.ts';
import { readLaneUsage } from './lane-usage.ts';
import { allows, hasAwards, rfpStatus } from './record/rfp-status.ts';
import { changedRfp, parseRfpId, type RfpChange, type StoredRfp } from './record/stored-rfp.ts';
import { lanesAwarded, rfpNotFound, rfpNotReady, TOO_MANY_RFPS } from './rfp-rejections.ts';
import type { RfpStore } from './store/dynamodb-rfp-store.ts';

/** A change that others made first is tried again, with their change as its base. */
const MAX_ATTEMPTS = 5;

interface ApplyRfpChangePorts {
  readonly rfps: Pick<RfpStore, 'read' | 'change'>;
}

/** A call that changes an RFP. */
interface RfpCall {
  /** As the caller wrote it. */
  readonly rfpId: string;
  readonly caller: Account;
  readonly keyed?: KeyedCall | undefined;
}

/** A change of an RFP as read. */
export interface ComposedChange {
  /** Undefined: the RFP is as requested, and nothing is written. */
  readonly change: RfpChange | undefined;
  /** Of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer if the calls of a new version exceed the limit. */
  readonly overLimit?: (used: number) => Rejected;
}

/**
 * Changes an RFP and stores the answer of a call with a key in the same write. `compose` runs again for the RFP as others
 * changed it, so that no change is lost.
 * @throws ContendedWriteError if other writes came first each time.
 */
export async function applyRfpChange(
  { rfps }: ApplyRfpChangePorts,
  { rfpId: id, caller, keyed }: RfpCall,
  compose: (rfp: StoredRfp) => Outcome<ComposedChange> | Promise<Outcome<ComposedChange>>,
): Promise<Answer<RfpAnswer>> {
  const rfpId = parseRfpId(id);
  if (rfpId === undefined) return reject(rfpNotFound(id));
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const rfp = await rfps.read(caller, rfpId);
    if (rfp === undefined) return reject(rfpNotFound(id));
    const composed = await compose(rfp);
    if (!composed.ok) return composed;
    const { change, headers, overLimit } = composed.body;
    if (change === undefined) return succeed({ rfp: describeRfp(rfp) }, headers);
    const body = { rfp: describeRfp(changedRfp(rfp, change)) };
    const answer = keyed && { call: keyed, body: JSON.stringify(body) };
    const changed = await rfps.change(caller, rfp, change, answer);
    if (changed.outcome === 'written') return succeed(body, headers);
    if (changed.outcome === 'answered-before') return reject(KEY_IN_USE);
    if (changed.outcome === 'too-many-waiting') return reject(TOO_MANY_RFPS);
    if (changed.outcome === 'over-limit' && overLimit) return overLimit(changed.used);
  }
  return reject(CONTENDED);
}

/** Closes an RFP, permanently. A closed RFP stays as it is. */
export function closeRfpUseCase({ now, ...ports }: ApplyRfpChangePorts & { readonly now: () => Date }) {
  return (rfpId: string, caller: Account, keyed?: KeyedCall): Promise<Answer<RfpAnswer>> => {
    return applyRfpChange(ports, { rfpId, caller, keyed }, (rfp) => {
      const status = rfpStatus(rfp);
      if (status === 'closed') return succeed({ change: undefined });
      if (!allows(status, 'close')) return reject(rfpNotReady(rfp.rfpId, status, 'close'));
      return succeed({ change: { state: 'closed', at: now() } });
    });
  };
}

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
