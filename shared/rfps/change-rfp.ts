import type { Account } from '../platform/account/account.ts';
import { type Answer, type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { MAX_FIELD_ERRORS } from '../platform/http/request-fields.ts';
import { invalidParameters } from '../quotes/request/quote-rejections.ts';
import { applyRfpChange, type ComposedChange } from './apply-rfp-change.ts';
import type { RfpAnswer } from './documents/rfp-document.ts';
import { unknownLane } from './lanes/lane-index.ts';
import type { RfpChangeRequest } from './read-rfp-change.ts';
import { changeTerms } from './record/change-terms.ts';
import { allows, rfpStatus } from './record/rfp-status.ts';
import type { RfpStore, StoredRfp } from './record/rfp-store.ts';
import { rfpNotReady } from './rfp-rejections.ts';

export interface ChangeRfpPorts {
  readonly rfps: Pick<RfpStore, 'read' | 'terms' | 'change'>;
  readonly now: () => Date;
}

/**
 * Changes the name, the margin and the terms of lanes. Changed margins and exclusions begin a run, which prices the chunks
 * with changed lanes by their stored costs. A request that changes nothing writes nothing, also while lanes are priced: a
 * repeated call has the same effect.
 */
export function changeRfpUseCase({ rfps, now }: ChangeRfpPorts) {
  return (rfpId: string, request: RfpChangeRequest, caller: Account): Promise<Answer<RfpAnswer>> =>
    applyRfpChange({ rfps }, { rfpId, caller }, (rfp) => compose(rfp, request, caller));

  async function compose(
    rfp: StoredRfp,
    request: RfpChangeRequest,
    caller: Account,
  ): Promise<Outcome<ComposedChange>> {
    const status = rfpStatus(rfp);
    if (!allows(status, 'rename')) return reject(rfpNotReady(rfp.rfpId, status, 'rename'));
    if (request.lanes.length > 0 && status === 'awaiting_upload') {
      return reject(rfpNotReady(rfp.rfpId, status, 'change-lanes'));
    }
    const unknown = request.lanes.flatMap(({ index }, at) =>
      index < rfp.lanes ? [] : unknownLane(`lanes[${at}].index`, rfp.lanes),
    );
    if (unknown.length > 0) return reject(invalidParameters(unknown.slice(0, MAX_FIELD_ERRORS)));

    const name = request.name === rfp.name ? undefined : request.name;
    const percent =
      request.marginPercent === undefined ? rfp.marginPercent : (request.marginPercent ?? undefined);
    const changesMargin = percent !== rfp.marginPercent;
    const terms =
      changesMargin || request.lanes.length > 0
        ? changeTerms(
            { marginPercent: rfp.marginPercent, lanes: await rfps.terms(caller, rfp) },
            { marginPercent: percent, changes: request.lanes },
            rfp.lanes,
          )
        : undefined;
    if (terms !== undefined && !allows(status, 'change-lanes')) {
      return reject(rfpNotReady(rfp.rfpId, status, 'change-lanes'));
    }
    if (name === undefined && terms === undefined) return succeed({ change: undefined });
    const change = {
      at: now(),
      ...(name === undefined ? {} : { name }),
      ...(terms === undefined ? {} : { terms }),
      ...(changesMargin ? { margin: { percent } } : {}),
    };
    return succeed({ change });
  }
}
