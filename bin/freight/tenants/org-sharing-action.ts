import { organizationOwner } from '../../../shared/market/loads/load-owner.ts';
import { announcePooling, organizationForLoads, setLoadSharing } from '../pricing/market/load-sharing.ts';
import type { Session } from '../session/session.ts';

/** Includes an organization's live loads in the shared market, or keeps them private to it (the default). */
export async function setOrgSharing(session: Session, org: string, shared: boolean): Promise<void> {
  await session.workOnMarket(async (market, provisioning) => {
    const orgId = await organizationForLoads(provisioning, org);
    const owner = organizationOwner(orgId, 'live');
    if (shared) {
      await announcePooling(session, market, owner);
      // An erasure may have begun during the wait.
      await organizationForLoads(provisioning, orgId);
    }
    await setLoadSharing(session, market, owner, shared);
  });
}
