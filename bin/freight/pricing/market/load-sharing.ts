import type { Provisioning } from '../../../../shared/accounts/provisioning/provisioning.ts';
import { shareLoads } from '../../../../shared/market/importing/share-loads.ts';
import type { LoadOwner } from '../../../../shared/market/loads/load-owner.ts';
import { publishMarket } from '../../../../shared/market/publishing/publish-market.ts';
import { contributorNote } from '../../../../shared/market/store/contributor-note.ts';
import { utcDay } from '../../../../shared/platform/time/utc-day.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import type { MarketManagement, ServedMarket } from '../../connection/market-management.ts';
import { organizationNotBeingErased } from '../../session/org-lookups.ts';
import type { Session } from '../../session/session.ts';

/**
 * @returns the id of an organization that may have loads.
 * @throws CommandFailedError if it does not exist or is being erased: the erasure would miss new loads.
 */
export async function organizationForLoads(provisioning: Provisioning, org: string): Promise<string> {
  const { orgId } = await organizationNotBeingErased(provisioning, org);
  return orgId;
}

/** @returns a note if the loads have too few contributors to be disclosed; else an empty object. */
export function resultNote(...of: Parameters<typeof contributorNote>): { readonly note?: string } {
  const note = contributorNote(...of);
  return note === undefined ? {} : { note };
}

const thisWeek = ({ now }: MarketManagement): number => weekNumber(utcDay(now()));

/**
 * Publishes that an organization's loads are pooled, and waits until all functions have read it. Call it before the
 * loads come into the market's cells: functions that have not read it count the loads twice in the organization's own
 * rates, and the organization as one of the three contributors of the weeks that it sees.
 */
export async function announcePooling(
  session: Session,
  market: ServedMarket,
  owner: LoadOwner,
): Promise<void> {
  await market.store.share(owner, true);
  await publishMarket(market.store, await market.dieselFor(), thisWeek(market));
  const waitMs = 2 * market.refreshMs;
  const text = `Waiting ${Math.ceil(waitMs / 1000)} seconds until all functions know that the loads are pooled ...`;
  session.progress(text, text);
  await session.pause(waitMs);
  session.progress('');
}

/** Includes an owner's loads in the shared market or excludes them, and publishes the market. */
export async function setLoadSharing(
  session: Session,
  market: MarketManagement,
  owner: LoadOwner,
  shared: boolean,
): Promise<void> {
  const week = thisWeek(market);
  const freightMarkets = await shareLoads(market.store, owner, shared, week);
  await publishMarket(market.store, await market.dieselFor(), week);
  const noted = resultNote(owner, freightMarkets, await market.store.summary());
  const { note } = noted;
  const loads = owner === 'simulated' ? 'Simulated loads' : `Loads of ${owner}`;
  session.report({ owner, shared, ...noted }, [
    shared && note !== undefined
      ? `${loads} are included in the market.`
      : `${loads} are ${shared ? 'included in' : 'excluded from'} the market. Rates use the change within two minutes.`,
    ...(note === undefined ? [] : [note]),
  ]);
}
