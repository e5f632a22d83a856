import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { KEY_MODES } from '../../platform/account/account.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import { weekNumber } from '../../platform/time/utc-week.ts';
import { shareLoads } from '../importing/share-loads.ts';
import { organizationOwner } from '../loads/load-owner.ts';
import type { MarketStore } from '../store/market-store.ts';
import { publishMarket } from './publish-market.ts';

/** An organization's way out of the market: what others are answered from is as if it had never been there. */
export interface OrganizationLoadsRemoval {
  /**
   * Takes its loads out of the cells that serve others, whether they are pooled or a change of that was cut off. What
   * is counted anew is known by the loads: their rows may be deleted after this, and not before.
   */
  removeLoads(orgId: string, tell: (line: string) => void): Promise<void>;
  /** Strikes it out of the lists of owners, and publishes the market without it. Its rows go before this. */
  removeOwner(orgId: string): Promise<void>;
}

export interface OrganizationLoadsRemovalPorts {
  readonly store: MarketStore;
  readonly dieselFor: () => Promise<DieselLookup>;
  readonly now: () => Date;
}

const ownersOf = (orgId: string) => KEY_MODES.map((mode) => organizationOwner(orgId, mode));

/** Both steps, cut off anywhere, are finished by the same again; of two at once each does part of it. */
export function createOrganizationLoadsRemoval({
  store,
  dieselFor,
  now,
}: OrganizationLoadsRemovalPorts): OrganizationLoadsRemoval {
  const thisWeek = () => weekNumber(utcDay(now()));
  return {
    removeLoads: async (orgId, tell) => {
      // Loads of test keys are never in the market's cells.
      const owner = organizationOwner(orgId, 'live');
      // Whoever brings loads is noted before they are.
      if (!(await store.sharing()).has(owner)) return;
      tell("Counting the market's cells anew without its loads ...");
      await shareLoads(store, owner, false, thisWeek());
    },

    removeOwner: async (orgId) => {
      const owners = ownersOf(orgId);
      const sharing = await store.sharing();
      const summary = await store.summary();
      const known = owners.filter((owner) => sharing.has(owner));
      const published = owners.some((owner) => summary?.owners.includes(owner));
      if (known.length === 0 && !published) return;
      for (const owner of known) await store.forget(owner);
      await publishMarket(store, await dieselFor(), thisWeek());
    },
  };
}
