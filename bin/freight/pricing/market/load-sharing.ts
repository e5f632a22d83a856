import type { Provisioning } from '../../../../shared/accounts/provisioning/provisioning.ts';
import { shareLoads } from '../../../../shared/market/importing/share-loads.ts';
import type { LoadOwner } from '../../../../shared/market/loads/load-owner.ts';
import { publishMarket } from '../../../../shared/market/publishing/publish-market.ts';
import { contributorNote } from '../../../../shared/market/store/contributor-note.ts';
import { utcDay } from '../../../../shared/platform/time/utc-day.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import type { MarketManagement } from '../../connection/market-management.ts';
import { CommandFailedError } from '../../failures/command-errors.ts';
import { knownOrganization } from '../../session/org-lookups.ts';
import type { Session } from '../../session/session.ts';

/**
 * @returns the id of an organization that may have loads.
 * @throws CommandFailedError if it does not exist or is being erased: the erasure would miss new loads.
 */
export async function organizationForLoads(provisioning: Provisioning, org: string): Promise<string> {
  const { orgId, erasingSince } = await knownOrganization(provisioning, org);
  if (erasingSince === undefined) return orgId;
  throw new CommandFailedError(
    `${orgId} is being erased. Finish the erasure with freight org erase ${orgId} --confirm ${orgId}.`,
  );
}

/** @returns a note if the loads have too few contributors to be disclosed; else an empty object. */
export function resultNote(...of: Parameters<typeof contributorNote>): { readonly note?: string } {
  const note = contributorNote(...of);
  return note === undefined ? {} : { note };
}

/** Includes an owner's loads in the shared market or excludes them, and publishes the market. */
export async function setLoadSharing(
  session: Session,
  market: MarketManagement,
  owner: LoadOwner,
  shared: boolean,
): Promise<void> {
  const thisWeek = weekNumber(utcDay(market.now()));
  await shareLoads(market.store, owner, shared, thisWeek);
  await publishMarket(market.store, await market.dieselFor(), thisWeek);
  const noted = resultNote(owner, await market.store.summary());
  const { note } = noted;
  const loads = owner === 'simulated' ? 'Simulated loads' : `Loads of ${owner}`;
  session.report({ owner, shared, ...noted }, [
    shared && note !== undefined
      ? `${loads} are included in the market.`
      : `${loads} are ${shared ? 'included in' : 'excluded from'} the market. Rates use the change within two minutes.`,
    ...(note === undefined ? [] : [note]),
  ]);
}
