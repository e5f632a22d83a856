import { KEY_MODES } from '../../platform/account/account.ts';
import { utcDay, weekNumber } from '../../platform/time/utc-calendar.ts';
import { ALL_MARKETS } from '../loads/freight-markets.ts';
import { type LoadOwner, organizationOwner } from '../loads/load-owner.ts';
import { LAST_WEEK, type MarketStore } from '../store/dynamodb-market-store.ts';
import { publishMarket } from './publish-market.ts';
import { refreshCells } from './refresh-cells.ts';

/**
 * Registers an owner before its first loads are imported. Loads of the operator and simulated loads are shared from
 * the start.
 */
export async function registerOwner(store: Pick<MarketStore, 'register'>, owner: LoadOwner): Promise<void> {
  if (owner !== 'operator') await store.register(owner, owner === 'simulated');
}

/**
 * Adds an owner's loads to the market's cells, or removes them: all weeks with its loads are counted again. Repeat
 * the call after an interruption.
 * @returns the freight markets with its loads.
 */
export async function shareLoads(
  store: MarketStore,
  owner: LoadOwner,
  shared: boolean,
  thisWeek: number,
): Promise<readonly string[]> {
  await store.share(owner, shared);
  const withLoads: string[] = [];
  for (const freightMarket of ALL_MARKETS) {
    const weeks: number[] = [];
    for await (const { week, owner: of } of store.loadsBetween(freightMarket, 0, LAST_WEEK)) {
      if (of === owner) weeks.push(week);
    }
    if (weeks.length > 0) {
      withLoads.push(freightMarket);
      await store.addPending(freightMarket, weeks);
    }
    await refreshCells(store, freightMarket, thisWeek);
  }
  return withLoads;
}

export type OrganizationLoadsRemoval = ReturnType<typeof createOrganizationLoadsRemoval>;

/**
 * Removes an organization from the market, as if it had never shared loads. Both steps can be repeated after an
 * interruption, and can run concurrently.
 */
export function createOrganizationLoadsRemoval({
  store,
  now,
}: {
  readonly store: MarketStore;
  readonly now: () => Date;
}) {
  const thisWeek = () => weekNumber(utcDay(now()));
  return {
    /**
     * Removes its loads from the market's cells, including an interrupted change of sharing.
     * The cells are counted again from the stored loads: delete those only after this call.
     */
    removeLoads: async (orgId: string, report: (line: string) => void): Promise<void> => {
      // Loads of test keys are never in the market's cells.
      const owner = organizationOwner(orgId, 'live');
      // Owners are registered before their first loads.
      if (!(await store.sharing()).has(owner)) return;
      report("Counting the market's cells again without its loads ...");
      await shareLoads(store, owner, false, thisWeek());
    },

    /** Removes it from the lists of owners and publishes the market without it. Delete its loads before this call. */
    removeOwner: async (orgId: string): Promise<void> => {
      const owners = KEY_MODES.map((mode) => organizationOwner(orgId, mode));
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
