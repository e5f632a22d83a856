import type { IdempotencyStore, KeyedAnswer, KeyedCall } from '../accounts/idempotency/idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, reject, succeed } from '../platform/http/outcome.ts';
import { applyRfpChange } from './apply-rfp-change.ts';
import type { RfpAnswer } from './documents/rfp-document.ts';
import { allows, rfpStatus } from './record/rfp-status.ts';
import type { RfpStore } from './record/stored-rfp.ts';
import { rfpNotReady } from './rfp-rejections.ts';

export interface CloseRfpPorts {
  readonly rfps: Pick<RfpStore<KeyedAnswer>, 'read' | 'change'>;
  readonly answers: IdempotencyStore;
  readonly now: () => Date;
}

/** Closes an RFP, permanently. A closed RFP stays as it is. */
export function closeRfpUseCase({ rfps, answers, now }: CloseRfpPorts) {
  return (rfpId: string, caller: Account, keyed?: KeyedCall): Promise<Answer<RfpAnswer>> => {
    const call = { rfpId, caller, ...(keyed && { keyed: { call: keyed, answers } }) };
    return applyRfpChange({ rfps }, call, (rfp) => {
      const status = rfpStatus(rfp);
      if (status === 'closed') return succeed({ change: undefined });
      if (!allows(status, 'close')) return reject(rfpNotReady(rfp.rfpId, status, 'close'));
      return succeed({ change: { state: 'closed', at: now() } });
    });
  };
}
