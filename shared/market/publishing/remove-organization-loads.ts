import { KEY_MODES } from '../../platform/account/account.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import { weekNumber } from '../../platform/time/utc-week.ts';
import { shareLoads } from '../importing/share-loads.ts';
import { organizationOwner } from '../loads/load-owner.ts';
import type { MarketStore } from '../store/dynamodb-market-store.ts';
import { publishMarket } from './publish-market.ts';

/** Removes an organization from the market, as if it had never shared loads. */
export interface OrganizationLoadsRemoval {
  /**
   * Removes its loads from the market's cells, including an interrupted change of sharing.
   * The cells are counted again from the stored loads: delete those only after this call.
   */
  removeLoads(orgId: string, report: (line: string) => void): Promise<void>;
  /** Removes it from the lists of owners and publishes the market without it. Delete its loads before this call. */
  removeOwner(orgId: string): Promise<void>;
}

export interface OrganizationLoadsRemovalPorts {
  readonly store: MarketStore;
  readonly now: () => Date;
}

const ownersOf = (orgId: string) => KEY_MODES.map((mode) => organizationOwner(orgId, mode));

/** Both steps can be repeated after an interruption, and can run concurrently. */
export function createOrganizationLoadsRemoval({
  store,
  now,
}: OrganizationLoadsRemovalPorts): OrganizationLoadsRemoval {
  const thisWeek = () => weekNumber(utcDay(now()));
  return {
    removeLoads: async (orgId, report) => {
      // Loads of test keys are never in the market's cells.
      const owner = organizationOwner(orgId, 'live');
      // Owners are registered before their first loads.
      if (!(await store.sharing()).has(owner)) return;
      report("Counting the market's cells again without its loads ...");
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
      await publishMarket(store, thisWeek());
    },
  };
}
