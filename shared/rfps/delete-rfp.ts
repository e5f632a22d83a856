import type { Account } from '../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { DeletedRfp } from './documents/rfp-document.ts';
import { parseRfpId } from './record/rfp-id.ts';
import type { RfpStore } from './record/rfp-store.ts';
import { rfpNotFound } from './rfp-rejections.ts';

/**
 * Deletes an RFP in any status, also while lanes are priced. Its lanes are erased afterwards, from the stream of the table.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function deleteRfpUseCase(rfps: Pick<RfpStore, 'delete'>) {
  return async (text: string, caller: Account): Promise<Outcome<{ readonly rfp: DeletedRfp }>> => {
    const rfpId = parseRfpId(text);
    if (rfpId === undefined || !(await rfps.delete(caller, rfpId))) return reject(rfpNotFound(text));
    return succeed({ rfp: { rfp_id: rfpId, deleted: true } });
  };
}
