import type { Account } from '../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import type { DeletedRfp } from './documents/rfp-document.ts';
import { rfpFilesPrefix } from './files/rfp-file-key.ts';
import { parseRfpId, type RfpId } from './record/stored-rfp.ts';
import { rfpNotFound } from './rfp-rejections.ts';
import type { RfpStore } from './store/dynamodb-rfp-store.ts';

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

export interface EraseRfpPorts {
  readonly rfps: Pick<RfpStore, 'read' | 'erase'>;
  readonly objects: Pick<ObjectStore, 'keys' | 'remove'>;
}

/** Erases the items and files of a deleted RFP. Safe to repeat; erases nothing of an RFP that exists. */
export function eraseRfpUseCase({ rfps, objects }: EraseRfpPorts) {
  return async (account: Account, rfpId: RfpId): Promise<void> => {
    await rfps.erase(account, rfpId);
    if ((await rfps.read(account, rfpId)) !== undefined) return;
    for await (const keys of objects.keys(rfpFilesPrefix(account, rfpId))) {
      for (const key of keys) await objects.remove(key);
    }
  };
}
