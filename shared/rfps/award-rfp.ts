import type { IdempotencyStore, KeyedAnswer, KeyedCall } from '../accounts/idempotency/idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, reject, succeed } from '../platform/http/outcome.ts';
import { MAX_FIELD_ERRORS } from '../platform/http/request-fields.ts';
import { invalidParameters } from '../quotes/request/quote-rejections.ts';
import { applyRfpChange } from './apply-rfp-change.ts';
import type { RfpAnswer } from './documents/rfp-document.ts';
import { type Award, awardLanes } from './lanes/award-lanes.ts';
import { allows, rfpStatus } from './record/rfp-status.ts';
import type { RfpStore } from './record/rfp-store.ts';
import { rfpNotReady } from './rfp-rejections.ts';

export interface AwardRfpPorts {
  readonly rfps: Pick<RfpStore<KeyedAnswer>, 'read' | 'terms' | 'summaries' | 'change'>;
  readonly answers: IdempotencyStore;
  readonly now: () => Date;
}

/**
 * Records lanes as won or lost; prices stay. A later award of the same lanes replaces outcome and reason. The status is
 * `awarded` from the first award on.
 */
export function awardRfpUseCase({ rfps, answers, now }: AwardRfpPorts) {
  return (rfpId: string, award: Award, caller: Account, keyed?: KeyedCall): Promise<Answer<RfpAnswer>> => {
    const call = { rfpId, caller, ...(keyed && { keyed: { call: keyed, answers } }) };
    return applyRfpChange({ rfps }, call, async (rfp) => {
      const status = rfpStatus(rfp);
      if (!allows(status, 'award')) return reject(rfpNotReady(rfp.rfpId, status, 'award'));
      const [terms, summaries] = await Promise.all([
        rfps.terms(caller, rfp),
        rfps.summaries(caller, rfp.rfpId, rfp.version),
      ]);
      const awarded = awardLanes({ terms, summaries, total: rfp.lanes }, award);
      if (!awarded.ok) return reject(invalidParameters(awarded.errors.slice(0, MAX_FIELD_ERRORS)));
      return succeed({
        change: { state: 'awarded', terms: { lanes: awarded.terms, chunks: [] }, at: now() },
      });
    });
  };
}
