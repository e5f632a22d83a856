import type { Account } from '../platform/account/account.ts';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import { rfpFilesPrefix } from './files/rfp-file-key.ts';
import type { RfpId } from './record/rfp-id.ts';
import type { RfpStore } from './record/rfp-store.ts';

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
