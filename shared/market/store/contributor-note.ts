import { isOrganization, type LoadOwner } from '../loads/load-owner.ts';
import type { MarketSummary } from './market-summary.ts';

/** More freight markets than that are counted and not named. */
const MAX_NAMED = 5;

/**
 * What whoever brought loads in is told where too few contributors are behind the market that they came into, so that
 * they change no rate, or not that of their freight market; undefined where enough are, or the loads are the owner's
 * alone, which it is answered from however few they are.
 * @param summary what is published, those loads with it.
 */
export function contributorNote(owner: LoadOwner, summary: MarketSummary | undefined): string | undefined {
  if (summary?.fit === undefined || summary.regions.length === 0) return undefined;
  if (isOrganization(owner) && !summary.shared.includes(owner)) return undefined;
  const { fit, regions } = summary;
  if (!fit.open) {
    return `No week of the market (${named(regions)}) has loads of three contributors: no other organization is answered from it yet. The column contributor says who reported a load.`;
  }
  const told = new Set(fit.regions);
  const untold = regions.filter((region) => !told.has(region));
  if (untold.length === 0) return undefined;
  return `No week of the market of ${named(untold)} has loads of three contributors: it has no level of its own yet, and rates there follow those of the nation.`;
}

function named(regions: readonly string[]): string {
  const more = regions.length - MAX_NAMED;
  return `${regions.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
