import type { KeyedCall } from '../accounts/idempotency/idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, reject, succeed } from '../platform/http/outcome.ts';
import { type ApplyRfpChangePorts, applyRfpChange } from './apply-rfp-change.ts';
import type { RfpAnswer } from './documents/rfp-document.ts';
import { allows, rfpStatus } from './record/rfp-status.ts';
import { rfpNotReady } from './rfp-rejections.ts';

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
